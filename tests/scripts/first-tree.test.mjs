// The tree with which the analysis board begins: that of its address, or the turns of a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstTree } from "../../static/analysis/first-tree.js";
import { Tree } from "../../static/analysis/tree.js";

const words = { tree_parts: "A part was lost." };
const position = { turn: {} };

/** The tree of an address with this fragment: a site that answers with `nodes` is asked for it. */
async function begun(hash, { nodes = [position, position], fault = null, game = [], tree = new Tree(position) } = {}) {
  globalThis.location = { hash, href: `https://chess.example/analysis${hash}` };
  const requested = [];
  const client = {
    tree: async (rows) => {
      requested.push(rows);
      return { nodes, fault };
    },
  };
  return { tree, requested, ...(await firstTree(tree, client, words, game)) };
}

test("a tree that the site does not answer for stays empty, and is filled by another call", async () => {
  const first = await begun("#1:!start.e2e4.e7e5:1", { nodes: [], fault: "No answer." });
  assert.deepEqual(
    [first.node, first.fault, first.answered, first.tree.count, first.tree.root.comment],
    [null, "No answer.", false, 0, ""],
  );
  const { tree, node, fault, answered } = await begun("#1:!start.e2e4.e7e5:1", { tree: first.tree });
  assert.deepEqual([node.played, fault, answered, tree.count, tree.root.comment], [["e2e4"], "", true, 2, "start"]);
});

test("of a tree with an illegal turn the rest is there, with the reason", async () => {
  const { tree, fault, answered } = await begun("#1:e2e4.e2e4:2", { nodes: [position, null], fault: "Turn 2." });
  assert.deepEqual([tree.count, fault, answered], [1, "Turn 2.", true]);
});

test("the name of a part of the page is no tree: the turns of the game are shown", async () => {
  const { tree, fault, requested } = await begun("#main", { game: [[-1, ["e2e4"]]] });
  assert.deepEqual([tree.count, fault, requested.length], [1, "", 1]);
  assert.deepEqual((await begun("#main")).requested, []);
});

test("an address that lost a part is refused by name, and the site is not asked", async () => {
  const { node, fault, answered, requested } = await begun("#1:e2e4");
  assert.deepEqual([node, fault, answered, requested], [null, "A part was lost.", true, []]);
});
