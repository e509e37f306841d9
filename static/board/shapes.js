// @ts-check
// The shapes laid over a board, in the colours of `server/drawing/`: arrows, stars, tiles, targets, fog.

/** @import { Point } from "./geometry.js" */

export const INK = "#17191c";
export const PAPER = "#fffdf8";
export const LIGHT = "#efe9dc";
export const DARK = "#a7b0b6";
export const SEAL = "#a4162a";
export const GOLD = "#ecc94b";
export const GOLD_LINE = "#6f540b";

/** @typedef {Record<string, string | number | boolean | undefined>} Attributes those that are undefined are left out */

/**
 * A new SVG element with these attributes and children.
 * @param {string} name
 * @param {Attributes} attributes
 * @param {...(Node | string)} children
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/** @param {(number | string)[][]} points */
const path = (points) => `M${points.map((point) => point.join(" ")).join("L")}`;

// The lines of a square that is not seen: where each begins, and how far it rises to the right.
const HATCHES = [
  [0, 16, 16],
  [0, 32, 32],
  [0, 48, 48],
  [16, 48, 32],
  [32, 48, 16],
];

const STAR = `${path(
  Array.from({ length: 24 }, (_, index) => {
    const [radius, turn] = [index % 2 ? 17.4 : 23.6, (Math.PI / 12) * index - Math.PI / 2];
    return [(radius * Math.cos(turn)).toFixed(2), (radius * Math.sin(turn)).toFixed(2)];
  }),
)}z`;

/** A star around a point, opened to `part`. @param {Point} centre @param {number} part */
export const star = (centre, part) =>
  make("path", { class: "clash", fill: SEAL, d: STAR, transform: `translate(${centre.join(" ")}) scale(${part})` });

/** Unseen squares, by their corners, with hatching. @param {Point[]} corners */
export function fog(corners) {
  const lines = corners.flatMap(([x, y]) => HATCHES.map(([dx, dy, side]) => `M${x + dx} ${y + dy}l${side}-${side}`));
  return [
    make("path", {
      class: "fog",
      fill: INK,
      "fill-opacity": 0.5,
      d: corners.map(([x, y]) => `M${x} ${y}h48v48h-48z`).join(""),
    }),
    make("path", {
      class: "fog-line",
      fill: "none",
      stroke: PAPER,
      "stroke-opacity": 0.4,
      "stroke-width": 2,
      d: lines.join(""),
    }),
  ];
}

/**
 * Where a move may go: a point, or around a piece a ring; broken lines where that is risky.
 * @param {Point} centre
 * @param {number} unit
 * @param {boolean} risky
 * @param {boolean} occupied
 */
export function target([cx, cy], unit, risky, occupied) {
  const look = { class: risky ? "tg-risk" : "tg-safe", fill: "none", stroke: INK, "stroke-width": 3.6 * unit };
  const broken = (/** @type {number} */ r, /** @type {number} */ dashes) => {
    const step = (2 * Math.PI * r) / dashes;
    return risky ? { "stroke-dasharray": `${step * 0.58} ${step * 0.42}` } : {};
  };
  if (occupied) {
    const r = 23 - 1.6 * unit;
    const line = { class: "tg-line", cx, cy, r, fill: "none", stroke: PAPER, "stroke-width": 6.4 * unit };
    return [make("circle", line), make("circle", { ...look, cx, cy, r, ...broken(r, 20) })];
  }
  if (!risky) return [make("circle", { class: "tg-safe", cx, cy, r: 7.5, fill: INK })];
  return [make("circle", { ...look, cx, cy, r: 8.4, ...broken(8.4, 8) })];
}

/**
 * An arrow along points; one of a move that failed is broken and ends in a cross.
 * @param {Point[]} points
 * @param {number | null} seat
 * @param {boolean} failed
 */
export function arrow(points, seat, failed) {
  const [[x1, y1], [x2, y2]] = points.slice(-2);
  const turn = Math.atan2(y2 - y1, x2 - x1);
  const [fill, line] = seat === 1 ? [INK, PAPER] : [PAPER, INK];
  const shaft = (/** @type {number} */ back) =>
    path([...points.slice(0, -1), [x2 - back * Math.cos(turn), y2 - back * Math.sin(turn)]]);
  if (failed) {
    const way = shaft(4);
    const cross = `M${x2 - 5.5} ${y2 - 5.5}l11 11m0 -11l-11 11`;
    const dashes = { "stroke-dasharray": "4 4.4", "stroke-dashoffset": -0.7 };
    return make(
      "g",
      { class: `arrow arrow-${seat ?? 0} failed`, fill: "none" },
      make("path", { stroke: line, "stroke-width": 5.6, "stroke-dasharray": "5.4 3", d: way }),
      make("path", { stroke: fill, "stroke-width": 2.8, ...dashes, d: way }),
      make("path", { stroke: PAPER, "stroke-width": 7, "stroke-linecap": "square", d: cross }),
      make("path", { stroke: SEAL, "stroke-width": 3.6, d: cross }),
    );
  }
  const [neckX, neckY] = [x2 - 11 * Math.cos(turn), y2 - 11 * Math.sin(turn)];
  const [dx, dy] = [7.6 * Math.sin(turn), -7.6 * Math.cos(turn)];
  const head = `${path([
    [neckX + dx, neckY + dy],
    [x2, y2],
    [neckX - dx, neckY - dy],
  ])}z`;
  const dashes = (seat ?? 0) > 1 ? { "stroke-dasharray": "4 3" } : {};
  return make(
    "g",
    { class: `arrow arrow-${seat ?? 0}`, fill: "none", "stroke-linejoin": "round" },
    make("path", { stroke: line, "stroke-width": 6.9, d: shaft(11) }),
    make("path", { fill, stroke: line, "stroke-width": 1.7, d: head }),
    make("path", { stroke: fill, "stroke-width": 3.5, ...dashes, d: shaft(11) }),
  );
}

/** The drawing of a lost piece on its tile, struck out. @param {Element} drawing */
export const lostTile = (drawing) => [
  make("path", { class: "tile", fill: LIGHT, stroke: INK, "stroke-width": 3, d: "M-1-1h50v50h-50z" }),
  drawing,
  make("path", { stroke: PAPER, "stroke-width": 9, d: "M3 45L45 3" }),
  make("path", { class: "struck", stroke: SEAL, "stroke-width": 5, d: "M0 48L48 0" }),
];

// The badge with the number of pieces in a slot.
const BADGE_HEIGHT = 18;
const BADGE_WIDTHS = [16, 27]; // For one digit and for two.

/**
 * The number of pieces in a slot, in its lower right corner.
 * @param {Point} corner
 * @param {number} side
 * @param {number} count
 */
export function countBadge([x, y], side, count) {
  const width = BADGE_WIDTHS[String(count).length - 1];
  const number = make(
    "text",
    {
      x: width / 2,
      y: BADGE_HEIGHT - 2.9,
      fill: PAPER,
      "font-family": "sans-serif",
      "font-size": 17,
      "font-weight": 700,
      "text-anchor": "middle",
    },
    String(count),
  );
  return make(
    "g",
    { class: "count", transform: `translate(${x + side - width} ${y + side - BADGE_HEIGHT})` },
    make("path", { fill: INK, stroke: PAPER, "stroke-width": 2, d: `M0 0h${width}v${BADGE_HEIGHT}H0z` }),
    number,
  );
}

/** The sign of going on from a square. @param {Point} corner */
export const onward = ([x, y]) =>
  make("path", {
    d: "M8 24H30M24 16L40 24L24 32z",
    transform: `translate(${x} ${y})`,
    fill: INK,
    stroke: INK,
    "stroke-width": 4,
    "stroke-linejoin": "round",
  });
