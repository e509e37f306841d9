// @ts-check
// A position that a pair of moves of the matrix leads to, shown on the board while the tree stays as it is.

import { element, show } from "../lib/dom.js";

/** @import { Position } from "./client.js" */

export class Preview {
  /**
   * `onLeave()` is called when the reader goes back, `onPlay(moves)` when they want the pair in the tree.
   * @param {() => void} onLeave
   * @param {(moves: string[]) => void} onPlay
   */
  constructor(onLeave, onPlay) {
    /** @type {string[] | null} */
    this.moves = null;
    /** @type {Position | null} */
    this.position = null;
    this.title = "";
    element("supposed-back").addEventListener("click", onLeave);
    element("supposed-play").addEventListener("click", () => this.moves && onPlay(this.moves));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || !this.position) return;
      if (/** @type {Element} */ (event.target).closest("dialog")) return;
      event.preventDefault();
      onLeave();
    });
  }

  /** @param {string[]} moves @param {Position} position @param {string} sentence */
  begin(moves, position, sentence) {
    this.moves = moves;
    this.position = position;
    this.title = sentence;
    element("supposed-told").textContent = sentence;
    show(element("supposed"), true);
  }

  end() {
    this.moves = null;
    this.position = null;
    this.title = "";
    show(element("supposed"), false);
  }
}
