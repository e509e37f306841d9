// Turns of a line that the computer expects are added to a tree, which has a largest size.

import assert from "node:assert/strict";
import { test } from "node:test";
import { grown } from "../../static/analysis/lines.js";
import { MOST_NODES, Tree } from "../../static/analysis/tree.js";

const client = {
  words: { tree_full: "At most {most} turns." },
  tree: async (rows) => ({ nodes: rows.map(() => ({ turn: {} })), fault: null }),
};

/** A tree of so many turns, each another answer to the first position. */
function treeOf(count) {
  const tree = new Tree(null);
  for (let number = 0; number < count; number += 1) tree.add(tree.root, [`m${number}`], null);
  return tree;
}

test("a line is added up to the most turns of a tree, and refused beyond", async () => {
  const tree = treeOf(MOST_NODES - 2);
  const refused = await grown(tree, client, tree.root, [["a"], ["b"], ["c"]]);
  assert.deepEqual([refused.node, refused.fault, tree.count], [null, "At most 500 turns.", MOST_NODES - 2]);
  const { node, fault } = await grown(tree, client, tree.root, [["a"], ["b"]]);
  assert.deepEqual([node.played, fault, tree.count], [["b"], "", MOST_NODES]);
  const again = await grown(tree, client, tree.root, [["a"], ["b"]]);
  assert.deepEqual([again.node, again.fault], [node, ""], "a full tree is still walked through");
});
