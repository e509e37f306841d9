// @ts-check
// Turns the events of a turn into arrows, stars and lost pieces, by the signs that the variant gives its event codes.

/** @import { TurnView, View } from "../game/view-types.js" */
/** @typedef {{ squares: number[], seat: number | null, failed: boolean }} Arrow */
/** @typedef {{ square: number, symbol: string }} PieceMark */
/** @typedef {{ last: number[], clash: number[], lost: PieceMark[], arrows: Arrow[] }} Marks */

/**
 * The marks of a turn; the same as `server/drawing/marks.py` makes of a story.
 * @param {Pick<TurnView, "events"> | null} turn
 * @param {View["signs"]} signs
 */
export function marksOf(turn, signs) {
  /** @type {Marks} */
  const marks = { last: [], clash: [], lost: [], arrows: [] };
  for (const { code, seat, squares, pieces } of turn?.events ?? []) {
    const sign = signs[code];
    if (sign === "arrow") {
      marks.last.push(...squares.filter((square) => !marks.last.includes(square)));
      if (squares.length > 1) marks.arrows.push({ squares, seat, failed: false });
    } else if (sign === "failed" && squares.length > 1) {
      marks.arrows.push({ squares, seat, failed: true });
    } else if (sign === "clash") {
      marks.clash.push(...squares.slice(0, 1).filter((square) => !marks.clash.includes(square)));
    } else if (sign === "lost" && squares.length && pieces.length) {
      marks.lost.push({ square: squares[0], symbol: pieces[0] });
    }
  }
  return marks;
}

/**
 * The turns that are described together as the last ones, by the server's `described_from`.
 * @param {{ turns?: TurnView[] }} view
 */
export function latest({ turns = [] }) {
  const first = turns.at(-1)?.described_from ?? Infinity;
  return turns.filter(({ number }) => number >= first);
}

/**
 * The events that the board shows as the last ones: the server says from which turn on.
 * @param {{ turns?: Pick<TurnView, "number" | "events" | "latest">[] }} view
 */
export function latestEvents({ turns = [] }) {
  const first = turns.at(-1)?.latest ?? Infinity;
  return turns.filter(({ number }) => number >= first).flatMap(({ events }) => events);
}
