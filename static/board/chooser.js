// @ts-check
// Asks which of several moves is meant: tiles on the board, each a button, with their letters and numbers as keys.

/** @import { MoveChoice } from "./labels.js" */
/** @import { Layers } from "./layers.js" */

import { SQUARE, chooserSquares } from "./geometry.js";
import { cover, squaresOf } from "./squares.js";

/** @typedef {MoveChoice & { drawing: string | undefined }} DrawnChoice */

/**
 * The letter of a choice: the last one of its drawing's name, as a checkered pawn is `s` in a FEN but drawn by `cp`.
 * @param {DrawnChoice} choice
 */
const nature = ({ more, drawing }) => (more ? "" : (drawing?.at(-1)?.toUpperCase() ?? ""));

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Chooser {
  element = document.createElement("div");
  #layers;
  #answer;
  /** @type {(DrawnChoice & { square: number })[]} */
  #choices = [];
  /**
   * Letter that moves are written with -> the letter of the reader's language for it.
   * @type {Record<string, string>}
   */
  letters = {};

  /**
   * `answer(index)` is called with the choice, `answer(null)` without one.
   * @param {Layers} layers
   * @param {string | undefined} label
   * @param {(index: number | null) => void} answer
   */
  constructor(layers, label, answer) {
    this.#layers = layers;
    this.#answer = answer;
    this.element.className = "board-chooser";
    this.element.setAttribute("role", "group");
    if (label) this.element.setAttribute("aria-label", label);
    this.element.hidden = true;
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("click", (event) => {
      const tile = /** @type {Element} */ (event.target).closest("button");
      this.#answer(tile ? Number(tile.dataset.index) : null);
    });
  }

  get open() {
    return this.#choices.length > 0;
  }

  /**
   * Show choices for the way from `origin` to `target`.
   * @param {DrawnChoice[]} choices
   * @param {number} origin
   * @param {number} target
   */
  show(choices, origin, target) {
    const { place } = this.#layers;
    const onBoard = target < place.files * place.ranks ? target : 0;
    const squares = chooserSquares(place, choices.length, origin, onBoard);
    this.#choices = choices.map((choice, index) => ({ ...choice, square: squares[index] }));
    this.#layers.chooser(this.#choices);
    cover(this.element, place, [0, 0], place.files * SQUARE, place.ranks * SQUARE);
    const tiles = this.#choices.map(({ label, square }, index) => {
      const tile = document.createElement("button");
      tile.type = "button";
      tile.dataset.index = String(index);
      tile.setAttribute("aria-label", label);
      tile.setAttribute("aria-keyshortcuts", [this.#own(this.#choices[index]), index + 1].filter(Boolean).join(" "));
      cover(tile, place, place.corners[square], SQUARE, SQUARE, squaresOf(place));
      return tile;
    });
    this.element.replaceChildren(...tiles);
    this.element.hidden = false;
    tiles[0].focus();
  }

  hide() {
    if (!this.open) return;
    this.#choices = [];
    this.#layers.clear("chooser");
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** @param {DrawnChoice} choice */
  #own(choice) {
    return this.letters[nature(choice)] ?? nature(choice);
  }

  /**
   * Which choice a key means: by the reader's letter, else by the one that moves are written with, or by its number.
   * @param {string} key
   */
  #meant(key) {
    const own = this.#choices.findIndex((choice) => key === this.#own(choice));
    if (own >= 0) return own;
    return this.#choices.findIndex((choice, place) => key === String(place + 1) || key === nature(choice));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const tiles = /** @type {HTMLElement[]} */ ([...this.element.children]);
    const at = tiles.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      tiles[(at + step + tiles.length) % tiles.length].focus();
      return;
    }
    if (event.key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) return;
    const index = this.#meant(event.key.toUpperCase());
    if (index >= 0) {
      event.preventDefault();
      this.#answer(index);
    }
  }
}
