// @ts-check
// Narrows a list of offered moves, square by square. Pure functions: no drawing, no rule of any game.
//
// `path` lists the squares of a move in the order they are pressed. `prefix` is what was pressed so far.

/** @import { MoveView, PictureView } from "../game/view-types.js" */

/** @param {number[]} path @param {number[]} prefix */
const begins = (path, prefix) => prefix.every((square, index) => path[index] === square);

/**
 * The moves that begin with `prefix`: those it completes, and those that go on.
 * @param {MoveView[]} moves
 * @param {number[]} prefix
 */
export function narrow(moves, prefix) {
  const complete = [];
  const longer = [];
  for (const move of moves) {
    if (move.path.length === prefix.length && begins(move.path, prefix)) complete.push(move);
    else if (move.path.length > prefix.length && begins(move.path, prefix)) longer.push(move);
  }
  return { complete, longer };
}

/**
 * The same moves, and those of a piece in hand once more for each piece of its hand that is alike and has none.
 * @param {MoveView[]} moves
 * @param {PictureView} picture
 */
export function spread(moves, { size: [files, ranks], hands = [] }) {
  const moving = new Set(moves.map(({ path }) => path[0]));
  /** @type {Map<number, number[]>} */
  const alike = new Map();
  let first = files * ranks;
  for (const hand of hands) {
    hand.forEach((symbol, at) => {
      const one = first + hand.findIndex((other, slot) => other === symbol && moving.has(first + slot));
      if (symbol && one >= first && !moving.has(first + at)) alike.set(one, [...(alike.get(one) ?? []), first + at]);
    });
    first += hand.length;
  }
  return moves.flatMap((move) => [
    move,
    ...(alike.get(move.path[0]) ?? []).map((slot) => ({ ...move, path: [slot, ...move.path.slice(1)] })),
  ]);
}

/**
 * The squares that may be pressed next: a Map from square to true if every move through it is risky.
 * @param {MoveView[]} moves
 * @param {number[]} prefix
 */
export function targets(moves, prefix) {
  /** @type {Map<number, boolean>} */
  const found = new Map();
  for (const move of narrow(moves, prefix).longer) {
    const square = move.path[prefix.length];
    found.set(square, (found.get(square) ?? true) && Boolean(move.risky));
  }
  return found;
}

/** @typedef {{ kind: "chosen", move: MoveView }} Chosen one move is complete */
/**
 * Several moves end here, or (`more`) some end and others go on.
 * @typedef {{ kind: "choice", prefix: number[], moves: MoveView[], more: boolean }} Choice
 */
/** @typedef {{ kind: "picked", prefix: number[] }} Picked go on from here */
/** @typedef {{ kind: "dropped" }} Dropped nothing is picked any more */

/**
 * The effect of pressing a square after `prefix`.
 * @param {MoveView[]} moves
 * @param {number[]} prefix
 * @param {number} square
 * @returns {Chosen | Choice | Picked | Dropped}
 */
export function press(moves, prefix, square) {
  const path = [...prefix, square];
  const { complete, longer } = narrow(moves, path);
  if (complete.length === 1 && !longer.length) return { kind: "chosen", move: complete[0] };
  if (complete.length) return { kind: "choice", prefix: path, moves: complete, more: longer.length > 0 };
  if (longer.length) return { kind: "picked", prefix: path };
  // No move goes there. The origin drops the piece; another piece that can move is picked instead.
  if (prefix.length && square !== prefix[0]) return press(moves, [], square);
  return { kind: "dropped" };
}
