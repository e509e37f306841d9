// @ts-check
// The pieces that a player has taken, and by how much they lead, where the game counts material.

/** @import { ChairView, View } from "./view-types.js" */
import { drawing } from "../board/piece.js";
import { counted, make, query } from "../lib/dom.js";
import { players } from "./plates.js";

/** @typedef {{ taken: Record<string, string> }} MaterialWords */

/**
 * How many pieces of each symbol are gone. Who has as many pieces as at first has lost none: one became another.
 * @param {View} view
 * @param {number} seat
 * @returns {string[]}
 */
function gone(view, seat) {
  const symbols = Object.keys(view.army).filter((symbol) => view.owners[symbol] === seat);
  const now = symbols.map((symbol) => view.picture.board.filter((each) => each === symbol).length);
  let left = symbols.reduce((sum, symbol, at) => sum + view.army[symbol][0] - now[at], 0);
  return symbols.flatMap((symbol, at) => {
    const count = Math.max(0, Math.min(left, view.army[symbol][0] - now[at]));
    left -= count;
    return Array(count).fill(symbol);
  });
}

/** @param {View} view @param {number} seat */
const worth = (view, seat) =>
  view.picture.board.reduce(
    (sum, symbol) => sum + (view.owners[symbol] === seat ? (view.army[symbol]?.[1] ?? 0) : 0),
    0,
  );

/**
 * With two players, each is shown with the other's losses; with more, captures cannot be attributed.
 * @param {View} view
 * @param {MaterialWords} words
 */
export function drawMaterial(view, words) {
  const pair = players(view);
  if (pair.length !== 2) return;
  for (const [one, other] of [pair, [...pair].reverse()]) {
    drawOne(query(document, `.plate[data-seat='${one.seat}'] [data-part=taken]`), one, other, view, words);
  }
}

/**
 * @param {HTMLElement} node
 * @param {ChairView} chair
 * @param {ChairView} rival
 * @param {View} view
 * @param {MaterialWords} words
 */
function drawOne(node, chair, rival, view, words) {
  const board = query(document, "cavalier-board");
  const taken = gone(view, rival.seat);
  const lead = worth(view, chair.seat) - worth(view, rival.seat);
  const said = taken.length ? counted(words.taken, taken.length) : "";
  node.title = said;
  node.replaceChildren(
    ...taken.map((symbol, at) =>
      make("i", { className: symbol === taken[at - 1] ? "same" : "" }, drawing(board, symbol, "", 18)),
    ),
    ...(lead > 0 ? [make("b", { text: `+${lead}` })] : []),
    ...(said ? [make("span", { className: "vh", text: said })] : []),
  );
}
