// @ts-check
// The moves that the computer would choose among where two seats act at once, with how often: each can be chosen.

import { element, fill, make, show } from "../lib/dom.js";
import { alike, seenBy } from "../review/matrix.js";
import { percent } from "../review/odds.js";

/** @import { Grid, GridMove } from "../review/matrix.js" */

export class MixPanel {
  /**
   * `onMove(seat, id)` is called with the move that was pressed.
   * @param {Record<string, string>} words
   * @param {(seat: number, id: string) => void} onMove
   */
  constructor(words, onMove) {
    this.words = words;
    this.place = element("mix");
    this.drawn = ""; // What the buttons say: others in their place would lose focus and presses.
    this.place.addEventListener("click", ({ target }) => {
      const { seat, move } = /** @type {Element} */ (target).closest("button")?.dataset ?? {};
      if (move) onMove(Number(seat), move);
    });
  }

  /** `grid` is that of an evaluation, or nothing where one seat acts. @param {Grid | null | undefined} grid @param {string[]} names */
  draw(grid, names) {
    const mixed = grid && !alike(seenBy(grid, 0));
    show(this.place, Boolean(mixed));
    if (!mixed) return;
    const sides = [grid.rows, grid.columns];
    const drawn = JSON.stringify([sides, names], ["id", "label", "odds"]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.place.replaceChildren(...sides.map((moves, seat) => this.line(moves, seat, names[seat])));
  }

  /** @param {GridMove[]} moves @param {number} seat @param {string} name */
  line(moves, seat, name) {
    const likely = moves.filter(({ odds }) => odds > 0).sort((one, other) => other.odds - one.odds);
    const buttons = likely.map(({ id, label, odds }) => {
      const button = make(
        "button",
        { type: "button", className: "btn" },
        make("b", { text: label }),
        ` ${percent(odds)}`,
      );
      button.dataset.seat = String(seat);
      button.dataset.move = id;
      return button;
    });
    return make("li", { className: "row" }, make("span", { text: fill(this.words.plays, { name }) }), ...buttons);
  }
}
