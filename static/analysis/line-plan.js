// Lines that a player plans for a game that goes on: those of the tree that end with a move of their own.

import { element, newId } from "../lib/dom.js";

const seatOf = ({ position }) => Number(Object.keys(position.turn.texts)[0]);

// The lines of a tree as the moves of their turns. Of two answers of the seat to the same, the first one counts.
export function linesOf(root, seat) {
  const lines = [];
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

// Sends the lines of a tree to the table when the player says so. `complain(sentence)` shows a refusal.
export function planLines(tree, client, words, complain) {
  const { searchParams } = new URL(location.href);
  // The game has gone on: the turns in the address follow an earlier position.
  if ((searchParams.get("fen") ?? client.fen) !== client.fen) history.replaceState(null, "", client.address);
  const { plan, table } = element("plan").dataset;
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
    else complain((await answer?.json().catch(() => null))?.refusal?.sentence ?? words.no_answer);
  });
}
