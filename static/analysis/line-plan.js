// @ts-check
// Lines that a player plans for a game that goes on: those of the tree that end with a move of their own.

import { element, newId } from "../lib/dom.js";
import { turnOf } from "./tree.js";

/** @import { AnalysisClient } from "./client.js" */
/** @import { Tree, TreeNode } from "./tree.js" */

/** @param {TreeNode} node */
const seatOf = (node) => Number(Object.keys(turnOf(node).texts)[0]);

/**
 * The lines of a tree as the moves of their turns. Of two answers of the seat to the same, the first one counts.
 * @param {TreeNode} root
 * @param {number} seat
 */
export function linesOf(root, seat) {
  /** @type {string[][]} */
  const lines = [];
  /** @type {(node: TreeNode, line: string[]) => boolean} */
  const walk = (node, line) => {
    const own = node.children.length > 0 && seatOf(node.children[0]) === seat;
    const longer = node.children
      .slice(0, own ? 1 : undefined)
      .filter((child) => walk(child, [...line, child.played[0]]));
    if (!longer.length && (!node.parent || seatOf(node) !== seat)) return false;
    if (!longer.length) lines.push(line);
    return true;
  };
  walk(root, []);
  return lines;
}

/**
 * Sends the lines of a tree to the table when the player says so. `onRefusal(sentence)` shows a refusal.
 * @param {Tree} tree
 * @param {AnalysisClient} client
 * @param {Record<string, string>} words
 * @param {(sentence: string) => void} onRefusal
 */
export function planLines(tree, client, words, onRefusal) {
  const { searchParams } = new URL(location.href);
  // The game has gone on: the turns in the address follow an earlier position.
  if ((searchParams.get("fen") ?? client.fen) !== client.fen) history.replaceState(null, "", client.address);
  const { plan = "", table = "" } = element("plan").dataset;
  /** @type {{ table: string, seat: number, number: number, takebacks: number }} */
  const { table: id, seat, number, takebacks } = JSON.parse(plan);
  element("plan-save").addEventListener("click", async () => {
    const lines = linesOf(tree.root, seat);
    const fields = lines.length ? { number, takebacks, answer: null, lines } : {};
    const body = JSON.stringify({ seat, id: newId(), ...fields });
    let answer = null;
    try {
      answer = await fetch(`/api/v1/tables/${id}/${lines.length ? "plan" : "unplan"}`, {
        method: "POST",
        body,
        headers: { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang },
      });
    } catch {
      /* Nobody answered. */
    }
    if (answer?.ok) location.assign(table);
    else onRefusal((await answer?.json().catch(() => null))?.refusal?.sentence ?? words.no_answer);
  });
}
