// @ts-check
// Draws a tree of variations: the main line in rows of a score sheet, variations indented below.

import { written } from "../game/turns.js";
import { element, fill, make } from "../lib/dom.js";
import { turnOf } from "./tree.js";

/** @import { TurnView } from "../game/view-types.js" */
/** @import { Tree, TreeNode } from "./tree.js" */

export class TreeView {
  /**
   * `onNode(node)` is called with the turn that was chosen.
   * @param {Record<string, string>} words
   * @param {(node: TreeNode) => void} onNode
   */
  constructor(words, onNode) {
    this.words = words;
    this.place = element("tree");
    /** By button. @type {Map<Element | null, TreeNode>} */
    this.nodes = new Map();
    /** @type {TreeNode | null} */
    this.shown = null;
    this.place.addEventListener("click", ({ target }) => {
      const node = this.nodes.get(/** @type {Element} */ (target).closest("button"));
      if (node) onNode(node);
    });
  }

  /** @param {Tree} tree @param {TreeNode} shown */
  draw(tree, shown) {
    const focused = this.nodes.get(document.activeElement);
    this.nodes = new Map();
    this.shown = shown;
    this.place.replaceChildren(...this.comment(tree.root), ...this.main(tree.root));
    const current = this.place.querySelector("[aria-current]");
    const button = focused && [...this.nodes].find(([, node]) => node === focused)?.[0];
    /** @type {HTMLElement | undefined | null} */ (button)?.focus({ preventScroll: true });
    if (current) this.reveal(current);
    else this.place.scrollTop = 0;
  }

  /** Brings the turn that is shown into the part of the tree that can be seen, and moves nothing else. @param {Element} button */
  reveal(button) {
    const [inner, outer] = [button.getBoundingClientRect(), this.place.getBoundingClientRect()];
    if (inner.top < outer.top) this.place.scrollTop += inner.top - outer.top;
    else if (inner.bottom > outer.bottom) this.place.scrollTop += inner.bottom - outer.bottom;
  }

  /** The main line: rows as on a score sheet, and after each turn its comment and variations. @param {TreeNode} root */
  main(root) {
    const lines = [];
    /** The row that goes on, and which one it is. @type {{ number: number, line: HTMLElement } | null} */
    let row = null;
    for (let node = root; node.children.length; ) {
      const [next, ...others] = node.children;
      const turn = turnOf(next);
      if (next.before) {
        lines.push(make("div", { className: "beside" }, ...this.before(next)));
        row = null;
      }
      if (!row || row.number !== turn.row) {
        row = {
          number: turn.row,
          line: make(
            "div",
            { className: "row-of-turns" },
            make("span", { className: "number", text: String(turn.row) }),
          ),
        };
        if (!turn.begins) row.line.append(make("span", { className: "gone", text: "…" }));
        lines.push(row.line);
      }
      row.line.append(this.move(next, texts(turn)));
      const beside = [...this.comment(next), ...others.map((other) => this.variation(other))];
      if (beside.length) {
        lines.push(make("div", { className: "beside" }, ...beside));
        row = null;
      }
      node = next;
    }
    return lines;
  }

  /** A variation: its turns, and below them its own variations. @param {TreeNode} first @returns {HTMLElement} */
  variation(first) {
    const block = make("div", {
      className: "variation",
      role: "group",
      ariaLabel: fill(this.words.variation, { move: written(turnOf(first)) }),
    });
    let numbered = true;
    for (let node = first; ; ) {
      const turn = turnOf(node);
      block.append(...this.before(node));
      numbered ||= node.before !== "";
      block.append(this.move(node, numbered || turn.begins ? written(turn) : texts(turn)), " ");
      const others = node === first ? [] : (node.parent?.children.slice(1) ?? []);
      const beside = [...this.comment(node), ...others.map((other) => this.variation(other))];
      block.append(...beside);
      numbered = beside.length > 0;
      if (!node.children.length) return block;
      [node] = node.children;
    }
  }

  /** @param {TreeNode} node @param {string} text */
  move(node, text) {
    const button = make("button", { type: "button", className: "move", text: text + signs(node) });
    if (node === this.shown) button.setAttribute("aria-current", "true");
    this.nodes.set(button, node);
    return button;
  }

  /** @param {TreeNode} node */
  comment({ comment }) {
    return comment ? [make("p", { className: "comment", text: comment })] : [];
  }

  /** @param {TreeNode} node */
  before({ before }) {
    return before ? [make("p", { className: "comment", text: before })] : [];
  }
}

/** @type {Record<string, string>} */
const SIGNS = {
  $1: "!",
  $2: "?",
  $3: "!!",
  $4: "??",
  $5: "!?",
  $6: "?!",
  $10: "=",
  $13: "∞",
  $14: "⩲",
  $15: "⩱",
  $16: "±",
  $17: "∓",
  $18: "+-",
  $19: "-+",
};

/** The annotations of a turn as players write them. @param {TreeNode} node */
const signs = ({ marks }) =>
  marks
    .split(" ")
    .map((mark) => SIGNS[mark] ?? "")
    .join("");

/** @param {TurnView} turn */
const texts = (turn) => Object.values(turn.texts).join(" ");
