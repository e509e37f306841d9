/** Turns the events of a turn into arrows, stars and lost pieces, by the signs that the variant gives its event codes. */

/** `{last, clash, lost, arrows}` of a turn `{events}`; the same as `server/drawing/marks.py` makes of a story. */
export function marksOf(turn, signs) {
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

/** Whether nature alone acted in a turn of this view. */
export function natures(turn, { chairs = [] }) {
  const seats = Object.keys(turn?.texts ?? {});
  return seats.length > 0 && seats.every((seat) => chairs[seat]?.state === "nature");
}

/** The turns that are shown as the last one: what nature does is shown with the turn before it. */
export function latest(view) {
  const turns = view.turns ?? [];
  let first = turns.length - 1;
  while (first > 0 && natures(turns[first], view)) first -= 1;
  return turns.slice(Math.max(first, 0));
}
