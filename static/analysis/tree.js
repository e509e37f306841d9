// @ts-check
// A tree of variations: turns that follow from a first position, the main line of siblings first, each with a comment after
// it and one before it, and marks: what PGN has for programs, such as `$1 [%cal Ge2e4]`.

export const MOST_NODES = 500; // As the site plays at most.
export const MOST_COMMENT = 2000;

/** @import { TurnView } from "../game/view-types.js" */
/** @import { Evaluation } from "../review/review.js" */
/** @import { Position } from "./client.js" */

/**
 * @typedef {object} TreeNode
 * @property {TreeNode | null} parent null for the root
 * @property {TreeNode[]} children
 * @property {string[]} played the moves of its turn, in the order of seats
 * @property {string} comment
 * @property {string} before
 * @property {string} marks
 * @property {Position} position none in a tree that is only written
 * @property {Evaluation} [evaluation]
 * @property {boolean} [evaluating] its evaluation is requested
 * @property {boolean} [refused] the site refused its evaluation
 * @property {boolean} [longer] its evaluation is a longer one
 */

/**
 * A node as a row of a file or a request: the number of its parent, its moves, comment, comment before, marks.
 * @typedef {[number, string[], string?, string?, string?]} Row
 */

/** A node that was removed, and its place among its siblings. @typedef {{ node: TreeNode, place: number }} Removal */

/** The turn that led to a node other than the root. @param {TreeNode} node */
export const turnOf = ({ position }) => /** @type {TurnView} */ (position.turn);

/** @returns {TreeNode} @param {TreeNode | null} parent @param {string[]} played @param {Position | null} position */
const newNode = (parent, played, position, comment = "", before = "", marks = "") => ({
  parent,
  children: [],
  played,
  comment,
  before,
  marks,
  position: /** @type {Position} */ (position),
});

export class Tree {
  /** `position` is the first position; null for a tree that is only written. @param {Position | null} position */
  constructor(position) {
    /** @type {TreeNode} */
    this.root = newNode(null, [], position);
    /** Of PGN: players, event and others. @type {Record<string, string>} */
    this.tags = {};
    this.count = 0;
  }

  /** The tree of one line of turns; null where that is longer than a tree. @param {string[][]} turns */
  static of(turns) {
    if (turns.length > MOST_NODES) return null;
    const tree = new Tree(null);
    turns.reduce((node, played) => tree.add(node, played, null), tree.root);
    return tree;
  }

  /**
   * The turn of these moves after a node: the existing one, or a new one with the site's description `position`.
   * @param {TreeNode} parent
   * @param {string[]} played
   * @param {Position | null} position
   */
  add(parent, played, position, comment = "", before = "", marks = "") {
    const found = this.find(parent, played);
    if (found) return found;
    const node = newNode(parent, played, position, comment, before, marks);
    parent.children.push(node);
    this.count += 1;
    return node;
  }

  /** @param {TreeNode} parent @param {string[]} played */
  find(parent, played) {
    return parent.children.find((node) => node.played.join() === played.join());
  }

  /**
   * Fills an empty tree with rows; for each a description of the site, or null if it is illegal: such a node and all after
   * it are left out. Without `positions` no node has one.
   * @param {Row[]} rows
   * @param {(Position | null)[]} [positions]
   */
  grow(rows, positions) {
    /** @type {TreeNode[]} */
    const nodes = [];
    nodes[-1] = this.root;
    rows.forEach(([parent, played, ...texts], index) => {
      const position = positions?.[index] ?? null;
      if (nodes[parent] && (position || !positions)) nodes[index] = this.add(nodes[parent], played, position, ...texts);
    });
  }

  /** From the root to this node, and on by the first move of each. @param {TreeNode} node */
  line(node) {
    const line = [node];
    for (let at = node.parent; at; at = at.parent) line.unshift(at);
    for (let [next] = node.children; next; [next] = next.children) line.push(next);
    return line;
  }

  /** All turns after a node: each after its parent, alternatives right after it. */
  all(root = this.root) {
    /** @type {TreeNode[]} */
    const found = [];
    /** @type {(TreeNode | TreeNode[])[]} */
    const waiting = [root.children];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (!Array.isArray(next)) {
        found.push(next);
        waiting.push(next.children);
      } else if (next.length) {
        found.push(next[0]);
        waiting.push(next[0].children, ...next.slice(1).reverse());
      }
    }
    return found;
  }

  /** @returns {Row[]} */
  rows() {
    const all = this.all();
    /** @type {Map<TreeNode | null, number>} */
    const numbers = new Map(all.map((node, index) => [node, index]));
    return all.map(({ parent, played, comment, before, marks }) => {
      const number = numbers.get(parent) ?? -1;
      return before || marks ? [number, played, comment, before, marks] : [number, played, comment];
    });
  }

  /** Whether this turn, with all before it, is of the main line. @param {TreeNode} node */
  static main(node) {
    for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
    return true;
  }

  /**
   * The variation that leads to this node comes one step closer to the main line: the last fork before it is turned.
   * @param {TreeNode} node
   */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      if (children[0] === at) continue;
      children.splice(children.indexOf(at), 1);
      children.unshift(at);
      return;
    }
  }

  /** Removes a turn with all that follow; answers what restores them. @param {TreeNode} node @returns {Removal} */
  remove(node) {
    const { children } = /** @type {TreeNode} */ (node.parent);
    const place = children.indexOf(node);
    children.splice(place, 1);
    this.count = this.all().length;
    return { node, place };
  }

  /** @param {Removal} removal */
  restore({ node, place }) {
    node.parent?.children.splice(place, 0, node);
    this.count = this.all().length;
  }

  /** The alternative of this turn that is `step` further down the list, or null. @param {TreeNode} node @param {number} step */
  static beside(node, step) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      if (children.length > 1) return children[children.indexOf(at) + step] ?? null;
    }
    return null;
  }
}
