// @ts-check
// Shows how a turn went: every side moves on the same frame, on one clock.

/** @import { PictureView } from "../game/view-types.js" */
/** @import { Point } from "./geometry.js" */
/** @import { Layers } from "./layers.js" */
/** @import { Arrow, Marks, PieceMark } from "./marks.js" */
import { endOf } from "./geometry.js";

const GROWN = 300;
const ARRIVED = 750;
const DONE = 1200;
const SLIDE = 200;

/** @param {number} part */
const ease = (part) => 1 - (1 - Math.min(Math.max(part, 0), 1)) ** 3;

/**
 * The point at `part` of a way through corners of squares.
 * @param {Point[]} corners
 * @param {number} part
 * @returns {Point}
 */
function travel(corners, part) {
  const at = part * (corners.length - 1);
  const index = Math.min(Math.floor(at), corners.length - 2);
  const [x, y] = corners[index];
  const [toX, toY] = corners[index + 1];
  return [x + (toX - x) * (at - index), y + (toY - y) * (at - index)];
}

/**
 * The pieces that stood where another piece arrived: they fade when it does.
 * @param {PictureView} before
 * @param {Arrow[]} travelling
 * @param {PieceMark[]} lost
 */
function taken(before, travelling, lost) {
  const origins = new Set(travelling.map(({ squares }) => squares[0]));
  const lostSquares = new Set(lost.map(({ square }) => square));
  const targets = new Set(travelling.map(({ squares }) => endOf(squares)));
  return [...targets]
    .filter((square) => before.board[square] && !origins.has(square) && !lostSquares.has(square))
    .map((square) => ({ square, symbol: before.board[square] }));
}

/**
 * Play the turn from the picture `before` with its `marks`.
 *
 * `several`: several seats acted. Then nothing moves for `hold` milliseconds, `open()` is called, arrows grow, all
 * pieces but those whose move failed travel, then stars open, lost pieces shrink and captured ones fade (1.2 s). One
 * seat: its piece slides. `verdict()` is called once, when the pieces arrive, and `end()` when all is over. Answers with
 * a function that ends it at once.
 * @param {Layers} layers
 * @param {PictureView} before
 * @param {Marks} marks
 * @param {{ several: boolean, hold: number, open: () => void, verdict: () => void, end: () => void }} show
 */
export function reveal(layers, before, marks, { several, hold, open, verdict, end }) {
  const arrows = marks.arrows.filter(({ squares }) => before.board[squares[0]]);
  const [grown, arrived, done] = several ? [GROWN, ARRIVED, DONE] : [0, SLIDE, SLIDE];
  const travelling = arrows.filter(({ failed }) => !failed);
  const origins = travelling.map(({ squares }) => squares[0]);
  const fading = several ? taken(before, travelling, marks.lost) : [];
  const occupied = (/** @type {number} */ square) => Boolean(before.board[square]) && !origins.includes(square);
  /** @type {number | null} */
  let start = null;
  let request = 0;
  let opened = false;
  let settled = false;
  let over = false;

  const begin = () => {
    if (opened) return;
    opened = true;
    layers.clear("arrows", "clash", "lost", "last", "check", "selected", "targets", "sealed");
    layers.pieces(before, origins);
    open();
  };
  const settle = () => {
    if (settled) return;
    begin();
    settled = true;
    layers.clear("moving");
    verdict();
  };
  const draw = (/** @type {number} */ time) => {
    if (time < 0) return;
    begin();
    if (time < arrived) {
      if (several) layers.arrows(arrows, occupied, Math.max(ease(time / grown), 0.02));
      const part = ease((time - grown) / (arrived - grown));
      layers.moving(
        travelling.map(({ squares }) => ({
          symbol: before.board[squares[0]],
          at: travel(
            squares.map((square) => layers.place.corners[square]),
            part,
          ),
        })),
      );
      return;
    }
    settle();
    if (time < done && !over) {
      const part = ease((time - arrived) / (done - arrived));
      layers.clash(marks.clash, Math.max(part, 0.02));
      layers.lost(marks.lost, marks.arrows, Math.min(part, 0.999), fading);
    }
  };
  const finish = () => {
    if (over) return;
    over = true;
    cancelAnimationFrame(request);
    settle();
    end();
  };
  const tick = (/** @type {number} */ now) => {
    start ??= now;
    draw(now - start - hold);
    if (over) return;
    if (now - start < hold + done) request = requestAnimationFrame(tick);
    else finish();
  };

  draw(-hold);
  request = requestAnimationFrame(tick);
  return finish;
}
