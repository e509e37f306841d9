// @ts-check
// The address of the analysis board holds the tree; fields and links follow what is shown.

import { putAddress } from "../lib/address.js";
import { element, optional, queryAll, show } from "../lib/dom.js";
import { write } from "./tree-text.js";

/** @import { AnalysisClient, Position } from "./client.js" */
/** @import { Tree, TreeNode } from "./tree.js" */

const LONGEST_LINK = 4000; // Characters of a fragment: longer links are cut by some programs.
const LONGEST = 500000; // Characters of a fragment: half of what Firefox takes as an address, a quarter of Chromium's.

/**
 * The fragment that holds a tree and which of its nodes is shown; null where no address can hold it.
 * @param {Tree} tree
 * @param {TreeNode} shown
 */
export function fragment(tree, shown) {
  if (!tree.count && !tree.root.comment) return "";
  const text = write(tree, shown);
  return text.length > LONGEST ? null : `#${text}`;
}

/**
 * @param {Tree} tree
 * @param {TreeNode} here
 * @param {AnalysisClient} client
 * @param {Record<string, string>} words
 */
export function remember(tree, here, client, words) {
  const text = fragment(tree, here);
  const address = new URL(client.address, location.href);
  address.searchParams.set("fen", client.fen);
  address.hash = text ?? "";
  for (const link of queryAll(document, "a.lang", HTMLAnchorElement))
    Object.assign(link, { search: address.search, hash: address.hash });
  const long = text === null || text.length > LONGEST_LINK;
  show(element("too-long"), long);
  element("too-long").textContent = long ? words.tree_too_long : "";
  show(element("copy-link"), !long && Boolean(navigator.clipboard));
  putAddress(address);
}

/** @param {Position} position @param {AnalysisClient} client */
export function showPosition({ fen, standard }, client) {
  const shown = new URL(client.address, location.href);
  shown.searchParams.set("fen", fen);
  const field = element("fen", HTMLTextAreaElement);
  field.value = standard || fen;
  element("own-fen").textContent = standard && fen;
  show(element("own"), standard !== "");
  field.removeAttribute("aria-invalid");
  optional("fen-error")?.remove();
  for (const link of queryAll(document, "a[data-to]", HTMLAnchorElement))
    link.href = `${link.dataset.to}${shown.search}`;
}
