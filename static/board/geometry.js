// @ts-check
// The layout of a drawn board, in units, equal to that of `server/drawing/layout.py`.

/** @import { PictureView } from "../game/view-types.js" */
/** @typedef {[number, number]} Point x, then y */
/** @typedef {ReturnType<typeof layout>} Layout */

export const SQUARE = 48;

// The fewest slots of a hand in a row; on a board of fewer files the row is wider than the board, and its slots smaller.
const WIDE = 6;
const NARROW_SLOT = 44;

/**
 * The places of a board: `picture.size` is [files, ranks]; `margin` is the room for coordinates.
 *
 * The hand of the seat `near` is below; without a seat, that of the first one, on a turned board of the second.
 * @param {Pick<PictureView, "size" | "hands">} picture
 * @param {boolean} turned
 * @param {number} margin
 * @param {number | null} near
 */
export function layout(picture, turned, margin, near = null) {
  const [files, ranks] = picture.size;
  const hands = picture.hands ?? [];
  const unit = Math.min(Math.max(files, ranks, 2) / 8, 1.5);
  /** @type {Point[]} */
  const corners = [];
  for (let row = 0; row < ranks; row += 1) {
    for (let file = 0; file < files; file += 1) {
      corners.push([(turned ? files - 1 - file : file) * SQUARE, (turned ? ranks - 1 - row : row) * SQUARE]);
    }
  }
  const slot = files >= WIDE ? SQUARE : NARROW_SLOT;
  const columns = Math.max(files, WIDE);
  const wider = hands.some((hand) => hand.length) ? Math.max(columns * slot - files * SQUARE, 0) : 0;
  const beside = Math.floor(wider / 2);
  let top = -1;
  let bottom = ranks * SQUARE + margin;
  const wanted = near ?? Number(turned);
  const below = wanted < hands.length ? wanted : 0;
  hands.forEach((hand, seat) => {
    const height = Math.ceil(hand.length / columns) * slot;
    const start = seat === below ? bottom + 4 : top - 4 - height;
    for (let at = 0; at < hand.length; at += 1) {
      corners.push([(at % columns) * slot - beside, Math.floor(start) + Math.floor(at / columns) * slot]);
    }
    if (hand.length && seat === below) bottom += height + 5;
    else if (hand.length) top -= height + 5;
  });
  const left = Math.min(-margin, -beside - 1);
  const box = [left, top, files * SQUARE + beside + 1 - left, bottom - top];
  const side = (/** @type {number} */ square) => (square < files * ranks ? SQUARE : slot);
  /** @param {number} square @returns {Point} */
  const centre = (square) => {
    const [x, y] = corners[square];
    return [x + side(square) / 2, y + side(square) / 2];
  };
  return { files, ranks, turned, below, unit, margin, corners, side, centre, box };
}

/** The layout of a board before it has a picture. */
export const EMPTY = layout({ size: [0, 0], hands: [] }, false, 0);

/** The square where a path ends. @param {number[]} path */
export const endOf = (path) => path[path.length - 1];

/**
 * The place that lies next to a square in a direction, `[1, 0]` being to the right; null at the edge.
 * @param {Layout} place
 * @param {number} square
 * @param {Point} direction
 */
export function neighbour(place, square, [dx, dy]) {
  const [x, y] = place.centre(square);
  const found = place.corners
    .map((_, other) => ({ other, middle: place.centre(other) }))
    .map(({ other, middle: [toX, toY] }) =>
      dx
        ? { other, ahead: (toX - x) * dx, aside: Math.abs(toY - y) }
        : { other, ahead: (toY - y) * dy, aside: Math.abs(toX - x) },
    )
    .filter(({ ahead, aside }) => ahead > 0 && (dy || !aside))
    .sort((one, next) => one.ahead - next.ahead || one.aside - next.aside);
  return found[0]?.other ?? null;
}

/** The name of a square, such as `e4`; a slot of a hand has none. @param {number} square @param {number[]} size */
export function squareName(square, [files, ranks]) {
  if (square >= files * ranks) return "";
  return "abcdefghijklmnopqrstuvwxyz"[square % files] + (ranks - Math.floor(square / files));
}

/** @param {Point} from @param {Point} to @param {number} part @returns {Point} */
const along = ([x, y], [toX, toY], part) => [x + (toX - x) * part, y + (toY - y) * part];
/** @param {Point} from @param {Point} to */
const distance = ([x, y], [toX, toY]) => Math.hypot(toX - x, toY - y);

/**
 * The line of an arrow from behind a vacated centre, or the edge of an occupied one, to the edge of its target.
 * @param {Layout} place
 * @param {number[]} squares
 * @param {boolean} occupied
 */
export function arrowPoints(place, squares, occupied) {
  let points = squares.map((square) => place.centre(square));
  if (points.length > 2) {
    const [[ax, ay], [bx, by], [cx, cy]] = points.slice(-3);
    const cross = (bx - ax) * (cy - by) - (by - ay) * (cx - bx);
    if (cross === 0 && (bx - ax) * (cx - bx) + (by - ay) * (cy - by) < 0) {
      // The way turns back on itself: two lines side by side.
      const far = Math.hypot(bx - ax, by - ay);
      const dx = ((by - ay) / far) * 7;
      const dy = (-(bx - ax) / far) * 7;
      /** @type {Point[]} */
      const pair = [
        [ax + dx, ay + dy],
        [bx + dx, by + dy],
        [bx - dx, by - dy],
        [cx - dx, cy - dy],
      ];
      points = [...points.slice(0, -3), ...pair];
    }
  }
  const [before, target] = points.slice(-2);
  const first = distance(points[0], points[1]);
  const final = distance(before, target);
  const short = first < 60 && points.length === 2;
  const free = short ? -11 : 3;
  const start = occupied ? (short ? 10 : 17) : free;
  const end = final > 60 ? 20 : 18.5;
  return [along(points[0], points[1], start / first), ...points.slice(1, -1), along(target, before, end / final)];
}

/** The first `part` (0 to 1) of a line of points. @param {Point[]} points @param {number} part */
export function cutLine(points, part) {
  let left = part * points.slice(1).reduce((sum, point, index) => sum + distance(points[index], point), 0);
  const cut = [points[0]];
  for (let index = 1; index < points.length; index += 1) {
    const length = distance(points[index - 1], points[index]);
    if (length >= left) {
      cut.push(length ? along(points[index - 1], points[index], left / length) : points[index]);
      break;
    }
    cut.push(points[index]);
    left -= length;
  }
  return cut;
}

/**
 * The corners of a square for the tile of a lost piece, the farthest from arriving arrows first.
 * @param {Layout} place
 * @param {number} square
 * @param {{ squares: number[] }[]} arrows
 * @returns {Point[]}
 */
export function lostCorners(place, square, arrows) {
  const [x, y] = place.centre(square);
  const ways = arrows
    .filter(({ squares }) => endOf(squares) === square)
    .map(({ squares }) => place.centre(squares[squares.length - 2]))
    .map(([fromX, fromY]) => Math.atan2(fromY - y, fromX - x));
  const full = 2 * Math.PI;
  const gap = (/** @type {number[]} */ [dx, dy]) => {
    const gaps = ways.map((way) => {
      const turn = (Math.atan2(dy, dx) - way + Math.PI) % full;
      return Math.abs((turn < 0 ? turn + full : turn) - Math.PI);
    });
    return gaps.length ? Math.min(...gaps) : 0;
  };
  const within = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(Math.max(value, 1), most);
  return [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ]
    .map((corner) => ({ corner, gap: gap(corner) }))
    .sort((one, other) => other.gap - one.gap)
    .map(({ corner: [dx, dy] }) => [
      within(x + dx * 18 - 9, place.files * SQUARE - 19),
      within(y + dy * 18 - 9, place.ranks * SQUARE - 19),
    ]);
}

/**
 * Squares for `count` tiles of a chooser: the first on the target, the next in its column away from the origin.
 * @param {Layout} place
 * @param {number} count
 * @param {number} origin
 * @param {number} target
 */
export function chooserSquares(place, count, origin, target) {
  const [, originY] = place.corners[origin];
  const [targetX, targetY] = place.corners[target];
  const away = Math.sign(targetY - originY) || -1;
  const cost = (/** @type {number} */ square) => {
    const [x, y] = place.corners[square];
    const behind = (y - targetY) * away < 0 ? 1 : 0;
    return [Math.abs(x - targetX), behind, Math.abs(y - targetY)];
  };
  return Array.from({ length: place.files * place.ranks }, (_, square) => square)
    .map((square) => ({ square, cost: cost(square) }))
    .sort((one, other) => {
      const at = one.cost.findIndex((value, index) => value !== other.cost[index]);
      return at < 0 ? 0 : one.cost[at] - other.cost[at];
    })
    .slice(0, count)
    .map(({ square }) => square);
}
