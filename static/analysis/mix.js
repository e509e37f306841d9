// The moves that the computer would choose among where two seats act at once, with how often: each can be chosen.

import { element, fill, make, show } from "../lib/dom.js";
import { alike, seenBy } from "../review/matrix.js";
import { percent } from "../review/odds.js";

export class Mix {
  // `choose(seat, id)` is called with the move that was pressed.
  constructor(words, choose) {
    Object.assign(this, { words, choose });
    this.place = element("mix");
    this.place.addEventListener("click", ({ target }) => {
      const { seat, move } = target.closest("button")?.dataset ?? {};
      if (move) choose(Number(seat), move);
    });
  }

  // `grid` is that of an evaluation, or nothing where one seat acts.
  draw(grid, names) {
    const mixed = Boolean(grid) && !alike(seenBy(grid, 0));
    show(this.place, mixed);
    if (!mixed) return;
    this.place.replaceChildren(...[grid.rows, grid.columns].map((moves, seat) => this.line(moves, seat, names[seat])));
  }

  line(moves, seat, name) {
    const likely = moves.filter(({ odds }) => odds > 0).sort((one, other) => other.odds - one.odds);
    const buttons = likely.map(({ id, label, odds }) => {
      const button = make(
        "button",
        { type: "button", className: "btn" },
        make("b", { text: label }),
        ` ${percent(odds)}`,
      );
      Object.assign(button.dataset, { seat, move: id });
      return button;
    });
    return make("li", { className: "row" }, make("span", { text: fill(this.words.plays, { name }) }), ...buttons);
  }
}
