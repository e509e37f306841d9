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

/** The turns that are told as the last one: what nature does is told with the turn before it. */
export function latest(view) {
  const turns = view.turns ?? [];
  let first = turns.length - 1;
  while (first > 0 && natures(turns[first], view)) first -= 1;
  return turns.slice(Math.max(first, 0));
}

/** The events that the board shows as the last ones: those of all turns in a row in which one seat acted alone. */
export function latestEvents(view) {
  const turns = view.turns ?? [];
  let first = turns.length - latest(view).length;
  const alone = (turn) => Object.keys(turn?.texts ?? {}).length === 1 && Object.keys(turn.texts)[0];
  const seat = alone(turns[first]);
  while (first > 0 && seat !== false && alone(turns[first - 1]) === seat) first -= 1;
  return turns.slice(first).flatMap(({ events }) => events);
}
