// @ts-check
// The field for the comment on the turn that is shown.

import { element, fill, show } from "../lib/dom.js";
import { MOST_COMMENT } from "./tree.js";

const CLOSES = "}"; // Ends a comment in PGN, so a comment cannot contain it.

/** @import { TreeNode } from "./tree.js" */

export class Comments {
  /**
   * `here()` answers the node that is shown; `onChange()` is called when its comment is another.
   * @param {Record<string, string>} words
   * @param {() => TreeNode} here
   * @param {() => void} onChange
   */
  constructor(words, here, onChange) {
    this.words = words;
    this.here = here;
    this.field = element("comment", HTMLTextAreaElement);
    /** @type {TreeNode | null} */
    this.node = null;
    const { field } = this;
    field.maxLength = MOST_COMMENT;
    field.addEventListener("input", () => {
      const wrong = field.value.includes(CLOSES);
      this.showError(wrong);
      if (wrong) return;
      here().comment = field.value;
      onChange();
    });
  }

  /** @param {boolean} wrong */
  showError(wrong) {
    element("comment-error").textContent = wrong ? fill(this.words.comment_sign, { sign: CLOSES }) : "";
    show(element("comment-error"), wrong);
    this.field.setAttribute("aria-invalid", String(wrong));
  }

  /** Shows the comment of the current node, unless one is being edited. @param {string} name */
  draw(name) {
    element("comment-label").textContent = fill(name ? this.words.comment_on : this.words.comment_start, {
      move: name,
    });
    const node = this.here();
    if (this.node === node) return;
    this.node = node;
    this.field.value = node.comment;
    this.showError(false);
  }
}
