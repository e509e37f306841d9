// The field for the comment on the turn that is shown.

import { element, fill, show } from "../lib/dom.js";
import { MOST_COMMENT } from "./tree.js";

const CLOSES = "}"; // Ends a comment in PGN, so a comment cannot contain it.

export class Comments {
  // `here()` answers the node that is shown; `changed()` is called when its comment is another.
  constructor(words, here, changed) {
    Object.assign(this, { words, here });
    const field = element("comment");
    field.maxLength = MOST_COMMENT;
    field.addEventListener("input", () => {
      const wrong = field.value.includes(CLOSES);
      this.showError(wrong);
      if (wrong) return;
      here().comment = field.value;
      changed();
    });
  }

  showError(wrong) {
    const field = element("comment");
    element("comment-error").textContent = wrong ? fill(this.words.comment_sign, { sign: CLOSES }) : "";
    show(element("comment-error"), wrong);
    field.setAttribute("aria-invalid", wrong);
  }

  // Shows the comment of the current node, unless one is being edited.
  draw(name) {
    const { comment } = this.here();
    const field = element("comment");
    element("comment-label").textContent = fill(name ? this.words.comment_on : this.words.comment_start, {
      move: name,
    });
    if (this.node === this.here()) return;
    this.node = this.here();
    field.value = comment;
    this.showError(false);
  }
}
