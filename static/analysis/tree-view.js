// Draws a tree of variations: the main line in rows of a score sheet, variations indented below.

import { written } from "../game/turns.js";
import { element, fill, make } from "../lib/dom.js";

export class TreeView {
  // `go(node)` is called with the turn that was chosen.
  constructor(words, go) {
    Object.assign(this, { words, go });
    this.place = element("tree");
    this.nodes = new Map();
    this.place.addEventListener("click", ({ target }) => {
      const node = this.nodes.get(target.closest("button"));
      if (node) go(node);
    });
  }

  draw(tree, shown) {
    const focused = this.nodes.get(document.activeElement);
    this.nodes = new Map();
    this.shown = shown;
    this.place.replaceChildren(...this.comment(tree.root), ...this.main(tree.root));
    const current = this.place.querySelector("[aria-current]");
    if (focused) [...this.nodes].find(([, node]) => node === focused)?.[0].focus({ preventScroll: true });
    if (current) this.reveal(current);
    else this.place.scrollTop = 0;
  }

  // Brings the turn that is shown into the part of the tree that can be seen, and moves nothing else.
  reveal(button) {
    const [inner, outer] = [button.getBoundingClientRect(), this.place.getBoundingClientRect()];
    if (inner.top < outer.top) this.place.scrollTop += inner.top - outer.top;
    else if (inner.bottom > outer.bottom) this.place.scrollTop += inner.bottom - outer.bottom;
  }

  // The main line: rows as on a score sheet, and after each turn its comment and variations.
  main(root) {
    const lines = [];
    let row = null; // The row that goes on, and which one it is.
    for (let node = root; node.children.length; ) {
      const [next, ...others] = node.children;
      const { turn } = next.position;
      if (next.before) {
        lines.push(make("div", { className: "beside" }, ...this.before(next)));
        row = null;
      }
      if (!row || row.number !== turn.row) {
        row = {
          number: turn.row,
          line: make("div", { className: "row-of-turns" }, make("span", { className: "number", text: turn.row })),
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

  // A variation: its turns, and below them its own variations.
  variation(first) {
    const block = make("div", {
      className: "variation",
      role: "group",
      ariaLabel: fill(this.words.variation, { move: written(first.position.turn) }),
    });
    let numbered = true;
    for (let node = first; ; ) {
      const { turn } = node.position;
      block.append(...this.before(node));
      numbered ||= node.before !== "";
      block.append(this.move(node, numbered || turn.begins ? written(turn) : texts(turn)), " ");
      const others = node === first ? [] : node.parent.children.slice(1);
      const beside = [...this.comment(node), ...others.map((other) => this.variation(other))];
      block.append(...beside);
      numbered = beside.length > 0;
      if (!node.children.length) return block;
      [node] = node.children;
    }
  }

  move(node, text) {
    const button = make("button", { type: "button", className: "move", text: text + signs(node) });
    if (node === this.shown) button.setAttribute("aria-current", "true");
    this.nodes.set(button, node);
    return button;
  }

  comment({ comment }) {
    return comment ? [make("p", { className: "comment", text: comment })] : [];
  }

  before({ before }) {
    return before ? [make("p", { className: "comment", text: before })] : [];
  }
}

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

// The annotations of a turn as players write them.
const signs = ({ marks }) =>
  marks
    .split(" ")
    .map((mark) => SIGNS[mark] ?? "")
    .join("");
const texts = (turn) => Object.values(turn.texts).join(" ");
