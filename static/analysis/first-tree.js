// @ts-check
// The tree with which a page begins: that of its address, or turns that the server left in the page.

import { fill } from "../lib/dom.js";
import { holdsTree, parse, Unreadable } from "./tree-text.js";

/** @import { AnalysisClient } from "./client.js" */
/** @import { Row, Tree } from "./tree.js" */

/**
 * Fills the tree; answers the node that is to be shown, and why it is not whole, or null and "". Where the site has not
 * `answered`, the tree is empty, and can be filled by another call.
 * @param {Tree} tree
 * @param {AnalysisClient} client
 * @param {Record<string, string>} words
 * @param {Row[]} game
 */
export async function firstTree(tree, client, words, game) {
  /** @type {ReturnType<typeof parse> | null} */
  let content = null;
  const written = holdsTree(location.hash) ? location.hash.slice(1) : "";
  try {
    content = written
      ? parse(written)
      : game.length
        ? {
            rows: game,
            comment: "",
            marks: "",
            tags: {},
            shown: Number(new URL(location.href).searchParams.get("turn")) || 0,
          }
        : null;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { node: null, fault: fill(words[error.name], error.fields), answered: true };
  }
  if (!content) return { node: null, fault: "", answered: true };
  const { nodes, fault } = content.rows.length ? await client.tree(content.rows) : { nodes: [], fault: null };
  if (content.rows.length && !nodes.length) return { node: null, fault: fault ?? "", answered: false };
  Object.assign(tree.root, { comment: content.comment, marks: content.marks });
  tree.tags = content.tags;
  tree.grow(content.rows, nodes);
  const node = tree.all()[Math.min(content.shown, tree.count) - 1] ?? tree.root;
  return { node, fault: fault ?? "", answered: true };
}
