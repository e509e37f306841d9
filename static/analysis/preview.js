// A position that a pair of moves of the matrix leads to, shown on the board while the tree stays as it is.

import { element, show } from "../lib/dom.js";

export class Preview {
  // `leave()` is called when the reader goes back, `play()` when they want the pair in the tree.
  constructor(leave, play) {
    this.end();
    element("supposed-back").addEventListener("click", leave);
    element("supposed-play").addEventListener("click", play);
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || !this.position || event.target.closest("dialog")) return;
      event.preventDefault();
      leave();
    });
  }

  begin(moves, position, sentence) {
    Object.assign(this, { moves, position, title: sentence });
    element("supposed-told").textContent = sentence;
    show(element("supposed"), true);
  }

  end() {
    Object.assign(this, { moves: null, position: null, title: "" });
    show(element("supposed"), false);
  }
}
