/** Shows how a turn went: every side moves on the same frame, on one clock. */

const GROWN = 300;
const ARRIVED = 750;
const DONE = 1200;
const SLIDE = 200;

const ease = (part) => 1 - (1 - Math.min(Math.max(part, 0), 1)) ** 3;

/** The point at `part` of a way through corners of squares. */
function travel(corners, part) {
  const at = part * (corners.length - 1);
  const index = Math.min(Math.floor(at), corners.length - 2);
  const [x, y] = corners[index];
  const [toX, toY] = corners[index + 1];
  return [x + (toX - x) * (at - index), y + (toY - y) * (at - index)];
}

/** Play the turn from the picture `before` with its `marks`; `verdict()` is called once, when the pieces arrive, and
 * `end()` when all is over.
 *
 * Several sides: arrows grow, all pieces but those whose move failed travel, then stars open and lost pieces shrink (1.2 s). One side: its
 * piece slides. Answers with a function that ends it at once.
 */
export function reveal(canvas, before, marks, verdict, end) {
  const arrows = marks.arrows.filter(({ squares }) => before.board[squares[0]]);
  const together = new Set(arrows.map(({ seat }) => seat)).size > 1;
  const [grown, arrived, done] = together ? [GROWN, ARRIVED, DONE] : [0, SLIDE, SLIDE];
  const travelling = arrows.filter(({ failed }) => !failed);
  const origins = travelling.map(({ squares }) => squares[0]);
  const occupied = (square) => Boolean(before.board[square]) && !origins.includes(square);
  let start = null;
  let request = null;
  let settled = false;
  let over = false;

  const settle = () => {
    if (settled) return;
    settled = true;
    canvas.clear("moving");
    verdict();
  };
  const draw = (time) => {
    if (time < arrived) {
      if (together) canvas.arrows(arrows, occupied, Math.max(ease(time / grown), 0.02));
      const part = ease((time - grown) / (arrived - grown));
      canvas.moving(travelling.map(({ squares }) => ({
        symbol: before.board[squares[0]],
        at: travel(squares.map((square) => canvas.place.corners[square]), part),
      })));
      return;
    }
    settle();
    if (time < done && !over) {
      const part = ease((time - arrived) / (done - arrived));
      canvas.clash(marks.clash, Math.max(part, 0.02));
      canvas.lost(marks.lost, marks.arrows, Math.min(part, 0.999));
    }
  };
  const finish = () => {
    if (over) return;
    over = true;
    cancelAnimationFrame(request);
    settle();
    end();
  };
  const tick = (now) => {
    start ??= now;
    draw(now - start);
    if (over) return;
    if (now - start < done) request = requestAnimationFrame(tick);
    else finish();
  };

  canvas.clear("arrows", "clash", "lost", "last", "check", "selected", "targets", "sealed");
  canvas.pieces(before, origins);
  draw(0);
  request = requestAnimationFrame(tick);
  return finish;
}
