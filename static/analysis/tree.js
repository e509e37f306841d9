// A tree of variations: turns that follow from a first position, the main line of siblings first, each with a comment after
// it and one before it, and marks: what PGN has for programs, such as `$1 [%cal Ge2e4]`.

export const MOST_NODES = 500; // As the site plays at most.
export const MOST_COMMENT = 2000;

export class Tree {
  // `position` is the site's description of the first position.
  constructor(position) {
    this.root = { parent: null, children: [], played: [], comment: "", before: "", marks: "", position };
    this.tags = {}; // Of PGN: players, event and others.
    this.count = 0;
  }

  // The tree of one line of turns; null where that is longer than a tree.
  static of(turns) {
    if (turns.length > MOST_NODES) return null;
    const tree = new Tree(null);
    turns.reduce((node, played) => tree.add(node, played, null), tree.root);
    return tree;
  }

  // The turn of these moves after a node: the existing one, or a new one with the site's description `position`.
  add(parent, played, position, comment = "", before = "", marks = "") {
    const found = this.find(parent, played);
    if (found) return found;
    const node = { parent, children: [], played, comment, before, marks, position };
    parent.children.push(node);
    this.count += 1;
    return node;
  }

  find(parent, played) {
    return parent.children.find((node) => node.played.join() === played.join());
  }

  // Fills an empty tree with rows `[parent, moves, comment, before, marks]`, of which the last two may be missing; for each
  // a description of the site, or null if it is illegal: such a node and all after it are left out. Answers the nodes by
  // number, the root last.
  grow(rows, positions) {
    const nodes = [];
    nodes[-1] = this.root;
    rows.forEach(([parent, played, ...texts], index) => {
      if (positions[index] && nodes[parent]) nodes[index] = this.add(nodes[parent], played, positions[index], ...texts);
    });
    return nodes;
  }

  // From the root to this node, and on by the first move of each.
  line(node) {
    const line = [];
    for (let at = node; at; at = at.parent) line.unshift(at);
    while (line.at(-1).children.length) line.push(line.at(-1).children[0]);
    return line;
  }

  // All turns after a node: each after its parent, alternatives right after it.
  all(root = this.root) {
    const found = [];
    const waiting = [root.children];
    while (waiting.length) {
      const next = waiting.pop();
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

  rows() {
    const all = this.all();
    const numbers = new Map(all.map((node, index) => [node, index]));
    return all.map(({ parent, played, comment, before, marks }) => [
      numbers.get(parent) ?? -1,
      played,
      comment,
      ...(before || marks ? [before, marks] : []),
    ]);
  }

  // Whether this turn, with all before it, is of the main line.
  static main(node) {
    for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
    return true;
  }

  // The variation that leads to this node comes one step closer to the main line: the last fork before it is turned.
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      if (children[0] === at) continue;
      children.splice(children.indexOf(at), 1);
      children.unshift(at);
      return;
    }
  }

  // Removes a turn with all that follow; answers a function that restores them.
  remove(node) {
    const { children } = node.parent;
    const place = children.indexOf(node);
    children.splice(place, 1);
    this.count = this.all().length;
    return { node, place };
  }

  restore({ node, place }) {
    node.parent.children.splice(place, 0, node);
    this.count = this.all().length;
  }

  // The alternative of this turn that is `step` further down the list, or null.
  static beside(node, step) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      if (children.length > 1) return children[children.indexOf(at) + step] ?? null;
    }
    return null;
  }
}
