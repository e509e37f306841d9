// @ts-check
// The surface of a board: the drawing, the buttons over it, the announcements, and its events.

/** @import { BoardEvents, BoardView } from "./element.js" */
/** @import { BoardWords } from "./labels.js" */
import { query } from "../lib/dom.js";
import { squareLabel } from "./labels.js";
import { Layers } from "./layers.js";
import { Squares } from "./squares.js";

/** @param {string | undefined} text */
const read = (text) => JSON.parse(text || "{}");

export class Surface {
  /** @type {BoardWords} */
  words;
  /** Symbol -> the name of its drawing. @type {Record<string, string>} */
  drawings;
  #element;
  /** @type {BoardView["picture"]} */
  #picture = { size: [0, 0], board: [], marks: {}, hands: [] };
  /** Lies exactly over the drawing, however the page sizes it. */
  #over = document.createElement("div");
  #says = document.createElement("div");

  /** `element` has words and drawings in its attributes. @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
    this.drawings = read(element.dataset.drawings);
    this.words = read(element.dataset.words);
    this.layers = new Layers(query(element, "svg.board", SVGSVGElement), this.drawings);
    this.buttons = new Squares(this.words.board);
    this.#over.className = "board-over";
    this.#says.className = "board-says";
    this.#says.setAttribute("aria-live", "polite");
  }

  readWords() {
    this.words = read(this.#element.dataset.words);
  }

  /** Lay an element over the buttons. @param {HTMLElement} element */
  lay(element) {
    this.#over.append(element);
  }

  /** Put everything in the places of a view's picture. @param {Pick<BoardView, "picture" | "viewer">} view */
  arrange({ picture, viewer = null }) {
    this.#picture = picture;
    const { isConnected } = this.#over;
    const { turned, flipped } = this.#element.dataset;
    const over = flipped !== undefined;
    // The viewer's hand is below, unless the reader has turned the board over.
    if (this.layers.arrange(picture, (turned !== undefined) !== over, over ? null : viewer) || !isConnected) {
      const [, , width, height] = this.layers.place.box;
      this.#over.style.aspectRatio = `${width} / ${height}`;
      this.buttons.build(this.layers.place);
      this.dispatch("arranged", {});
    }
    if (!isConnected) {
      query(this.#element, "svg.board", Element).setAttribute("aria-hidden", "true");
      this.#over.prepend(this.buttons.element);
      this.#element.append(this.#over, this.#says);
    }
  }

  /** @param {number} square @param {string[]} states */
  label(square, states) {
    return squareLabel(this.words, this.#picture, square, states);
  }

  /** @param {string} text */
  say(text) {
    this.#says.textContent = text;
  }

  /**
   * @template {keyof BoardEvents} Name
   * @param {Name} name
   * @param {BoardEvents[Name]} detail
   */
  dispatch(name, detail) {
    this.#element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}
