// @ts-check
// The buttons and arrow keys that step through the turns of a game.

import { element, fill, optional, query, queryAll, show } from "../lib/dom.js";

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

/**
 * Where the reader stands: `shown` of `number` turns, in a game that is over, with `fresh` turns after the shown one.
 * @typedef {{ shown: number, view: { number: number, result: unknown }, fresh?: boolean }} Place
 */

/** @param {string | undefined} name `first`, `back`, `forward` or `last` @param {Place} place @returns {number | undefined} */
export function target(name, { shown, view: { number } }) {
  if (name === "first") return 0;
  if (name === "back") return Math.max(0, shown - 1);
  if (name === "forward") return Math.min(number, shown + 1);
  return name === "last" ? number : undefined;
}

export class Stepper {
  /** @type {Place} */
  place = { shown: 0, view: { number: 0, result: null } };

  /**
   * `onStep(number)` is called with the number of turns after which the position is wanted.
   * @param {Record<string, string>} words
   * @param {(number: number) => void} onStep
   */
  constructor(words, onStep) {
    this.words = words;
    this.onStep = onStep;
    element("stepper").addEventListener("click", ({ target: node }) =>
      this.step(/** @type {Element} */ (node).closest("button")?.dataset.step),
    );
    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in KEYS)) return;
      // On the board the arrows walk from square to square, and a page of a running game scrolls by Home and End.
      if (event.defaultPrevented || /** @type {Element} */ (event.target).closest("input, select, textarea, dialog"))
        return;
      if (!this.place.view.result && !event.key.startsWith("Arrow")) return;
      event.preventDefault();
      this.step(KEYS[event.key]);
    });
  }

  /** @param {string | undefined} name as in `target` */
  step(name) {
    const number = target(name, this.place);
    if (number !== undefined) this.onStep(number);
  }

  /** @param {Place} place */
  draw(place) {
    this.place = place;
    const { shown, view } = place;
    // Its space is reserved: nothing below the board moves after the first turn.
    show(element("stepper"), true);
    element("stepper").classList.toggle("idle", view.number === 0);
    if (optional("eyes")) show(element("eyes"), Boolean(view.result));
    query(element("stepper"), "[data-step=last]").classList.toggle("fresh", Boolean(place.fresh));
    element("shown").textContent = fill(this.words.turn_of, { turn: shown, turns: view.number });
    for (const button of queryAll(element("stepper"), "button")) {
      // It keeps the focus: the keyboard can step back from the end.
      button.setAttribute("aria-disabled", String(target(button.dataset.step, place) === shown));
    }
  }
}
