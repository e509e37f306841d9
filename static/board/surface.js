/** The surface of a board: the drawing, the buttons over it, the announcements, and its events. */

import { squareLabel } from "./labels.js";

const read = (text) => JSON.parse(text || "{}");

export class Surface {
  words = {};
  drawings = {};
  layers = null;
  buttons = null;
  chooser = null;
  #element;
  #picture = null;
  /** Lies exactly over the drawing, however the page sizes it. */
  #over = document.createElement("div");
  #says = document.createElement("div");

  /** `element` has words and drawings in its attributes. */
  constructor(element) {
    this.#element = element;
    this.drawings = read(element.dataset.drawings);
    this.readWords();
    this.#over.className = "board-over";
    this.#says.className = "board-says";
    this.#says.setAttribute("aria-live", "polite");
  }

  readWords() {
    this.words = read(this.#element.dataset.words);
  }

  /** Put everything in the places of a view's picture. */
  arrange({ picture, viewer }) {
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
      this.#element.querySelector("svg.board").setAttribute("aria-hidden", "true");
      this.#over.append(this.buttons.element, this.chooser.element);
      this.#element.append(this.#over, this.#says);
    }
  }

  label(square, states) {
    return squareLabel(this.words, this.#picture, square, states);
  }

  say(text) {
    this.#says.textContent = text;
  }

  dispatch(name, detail) {
    this.#element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}
