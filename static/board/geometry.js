/** The layout of a drawn board, in units, equal to that of `server/drawing/layout.py`. */

export const SQUARE = 48;

// The fewest slots of a hand in a row; on a board of fewer files the row is wider than the board, and its slots smaller.
const WIDE = 6;
const NARROW_SLOT = 44;

/** The places of a board: `picture.size` is [files, ranks]; `margin` is the room for coordinates.
 *
 * The hand of the seat `near` is below; without a seat, that of the first one, on a turned board of the second.
 */
export function layout(picture, turned, margin, near = null) {
  const [files, ranks] = picture.size;
  const hands = picture.hands ?? [];
  const unit = Math.min(Math.max(files, ranks, 2) / 8, 1.5);
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
  const side = (square) => (square < files * ranks ? SQUARE : slot);
  const centre = (square) => corners[square].map((value) => value + side(square) / 2);
  return { files, ranks, turned, below, unit, margin, corners, side, centre, box };
}

/** The place that lies next to a square in a direction, `[1, 0]` being to the right; null at the edge. */
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

/** The name of a square, such as `e4`; a slot of a hand has none. */
export function squareName(square, [files, ranks]) {
  if (square >= files * ranks) return "";
  return "abcdefghijklmnopqrstuvwxyz"[square % files] + (ranks - Math.floor(square / files));
}

const along = ([x, y], [toX, toY], part) => [x + (toX - x) * part, y + (toY - y) * part];
const distance = ([x, y], [toX, toY]) => Math.hypot(toX - x, toY - y);

/** The line of an arrow from behind a vacated centre, or the edge of an occupied one, to the edge of its target. */
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
      const pair = [
        [ax + dx, ay + dy],
        [bx + dx, by + dy],
        [bx - dx, by - dy],
        [cx - dx, cy - dy],
      ];
      points = [...points.slice(0, -3), ...pair];
    }
  }
  const first = distance(points[0], points[1]);
  const final = distance(points.at(-2), points.at(-1));
  const short = first < 60 && points.length === 2;
  const free = short ? -11 : 3;
  const start = occupied ? (short ? 10 : 17) : free;
  const end = final > 60 ? 20 : 18.5;
  return [
    along(points[0], points[1], start / first),
    ...points.slice(1, -1),
    along(points.at(-1), points.at(-2), end / final),
  ];
}

/** The first `part` (0 to 1) of a line of points. */
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

/** The corners of a square for the tile of a lost piece, the farthest from arriving arrows first. */
export function lostCorners(place, square, arrows) {
  const [x, y] = place.centre(square);
  const ways = arrows
    .filter((arrow) => arrow.squares.at(-1) === square)
    .map((arrow) => place.centre(arrow.squares.at(-2)))
    .map(([fromX, fromY]) => Math.atan2(fromY - y, fromX - x));
  const full = 2 * Math.PI;
  const gap = ([dx, dy]) => {
    const gaps = ways.map((way) => {
      const turn = (Math.atan2(dy, dx) - way + Math.PI) % full;
      return Math.abs((turn < 0 ? turn + full : turn) - Math.PI);
    });
    return gaps.length ? Math.min(...gaps) : 0;
  };
  const within = (value, most) => Math.min(Math.max(value, 1), most);
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

/** Squares for `count` tiles of a chooser: the first on the target, the next in its column away from the origin. */
export function chooserSquares(place, count, origin, target) {
  const [, originY] = place.corners[origin];
  const [targetX, targetY] = place.corners[target];
  const away = Math.sign(targetY - originY) || -1;
  const cost = (square) => {
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
