// @ts-check
// The moves of one seat with their values, best first: for turns in which one acted, or on a hidden board.

import { element, fill, make, show } from "../lib/dom.js";
import { shade } from "./matrix.js";
import { precisely } from "./odds.js";

const FEW = 8;

/** @typedef {{ id: string, label: string, played: boolean, score: number }} RankedMove */

export class Ranking {
  /**
   * `onMove(id)` is called with the move that was pressed.
   * @param {Record<string, string>} words
   * @param {(id: string) => void} onMove
   */
  constructor(words, onMove) {
    this.words = words;
    this.all = false;
    /** @type {RankedMove[]} */
    this.list = [];
    /** @type {string | null | undefined} */
    this.chosen = null;
    this.table = element("ranking", HTMLTableElement);
    element("ranking-all").addEventListener("click", () => {
      this.all = !this.all;
      this.redraw();
    });
    this.table.addEventListener("click", ({ target }) => {
      const id = /** @type {Element} */ (target).closest("button")?.dataset.move;
      if (id) onMove(id);
    });
  }

  /**
   * `name` is whose moves they are; `chosen` is the move that the board shows though it was not played, or null; left out where none stays chosen.
   * @param {RankedMove[] | null | undefined} list
   * @param {string} name
   * @param {string | null} [chosen]
   */
  draw(list, name, chosen) {
    show(element("ranked"), Boolean(list?.length));
    if (!list?.length) return;
    if (list !== this.list) this.all = false;
    this.list = list;
    this.chosen = chosen;
    element("ranking-name").textContent = name;
    element("ranking-how").textContent = this.words.press_move;
    this.redraw();
  }

  redraw() {
    const { list, words } = this;
    const shown = list.filter(({ played }, index) => this.all || index < FEW || played);
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const focused = this.table.contains(active) ? active.dataset.move : null;
    this.table.tBodies[0].replaceChildren(...shown.map((move) => this.row(move)));
    if (focused) this.focus(focused);
    show(element("ranking-all"), list.length > shown.length || this.all);
    element("ranking-all").textContent = this.all ? words.few_moves : fill(words.all_moves, { count: list.length });
  }

  /** @param {string} id */
  focus(id) {
    /** @type {HTMLElement | null} */ (this.table.querySelector(`button[data-move="${CSS.escape(id)}"]`))?.focus();
  }

  /** @param {RankedMove} move */
  row({ id, label, score, played }) {
    const button = make("button", { type: "button", className: "move", text: label });
    button.dataset.move = id;
    if (this.chosen !== undefined) button.setAttribute("aria-pressed", String(id === this.chosen));
    const head = make("th", { scope: "row" }, button);
    const worth = make("td", { className: shade(score), text: precisely(score) });
    const note = make("td", { className: "note", text: played ? this.words.played : "" });
    return make("tr", { className: played ? "played" : "" }, head, worth, note);
  }
}
