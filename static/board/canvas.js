/** Draws on the board's SVG: fills the layers that `server/drawing/diagram.py` laid, in its colours and sizes. */

import { arrowPoints, cutLine, layout, lostCorners, SQUARE } from "./geometry.js";

const INK = "#17191c";
const PAPER = "#fffdf8";
const LIGHT = "#efe9dc";
const DARK = "#a7b0b6";
const SEAL = "#a4162a";
const GOLD = "#ecc94b";
const GOLD_LINE = "#6f540b";
const SEAL_DRAWING = "seal";

/** A new SVG element with these attributes and children. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// The lines of a square that is not seen: where each begins, and how far it rises to the right.
const HATCHES = [[0, 16, 16], [0, 32, 32], [0, 48, 48], [16, 48, 32], [32, 48, 16]];

const path = (points) => `M${points.map((point) => point.join(" ")).join("L")}`;

const STAR = `${path(
  Array.from({ length: 24 }, (_, index) => {
    const [radius, turn] = [index % 2 ? 17.4 : 23.6, (Math.PI / 12) * index - Math.PI / 2];
    return [(radius * Math.cos(turn)).toFixed(2), (radius * Math.sin(turn)).toFixed(2)];
  }),
)}z`;

export class Canvas {
  #svg;
  #layers = new Map();
  #drawings;
  #prefix;
  #margin;
  place = null;

  /** `drawings` maps a symbol to the name of its drawing. */
  constructor(svg, drawings) {
    this.#svg = svg;
    this.#drawings = drawings;
    this.#prefix = svg.dataset.prefix;
    this.#margin = -svg.viewBox.baseVal.x;
    for (const layer of svg.querySelectorAll("[data-layer]")) this.#layers.set(layer.dataset.layer, layer);
  }

  /** Work out the places for this picture, seen by the seat `near` or by none; true if they are new. */
  arrange(picture, turned, near) {
    const place = layout(picture, turned, this.#margin, near);
    const before = this.place;
    this.place = place;
    const box = place.box.join(" ");
    const as = (other) => other.box.join(" ") === box && other.corners.length === place.corners.length;
    if (before && as(before) && before.turned === turned && before.below === place.below) return false;
    this.#svg.setAttribute("viewBox", box);
    this.#face();
    this.#checker();
    this.#coordinates();
    this.#slots();
    return true;
  }

  /** What points across the board in a drawing is turned with the board. */
  #face() {
    for (const part of this.#svg.querySelectorAll("defs .facing")) {
      if (this.place.turned) part.setAttribute("transform", `rotate(180 ${SQUARE / 2} ${SQUARE / 2})`);
      else part.removeAttribute("transform");
    }
  }

  #checker() {
    const { files, ranks, turned } = this.place;
    const [width, height] = [files * SQUARE, ranks * SQUARE];
    let d = "";
    for (let file = turned ? (files - 1) % 2 : 0; file < files; file += 2) d += `M${file * SQUARE} 0h48v${height}h-48z`;
    for (let row = turned ? 1 : ranks % 2; row < ranks; row += 2) d += `M0 ${row * SQUARE}h${width}v48H0z`;
    this.#svg.querySelector(".sq-d").setAttribute("d", d);
  }

  /** Where pieces in hand stand, empty or not. */
  #slots() {
    const { files, ranks, corners, side, unit } = this.place;
    const slots = corners.slice(files * ranks);
    if (!slots.length) return this.clear("hands");
    const wide = side(files * ranks);
    return this.#fill("hands", make("path", {
      class: "tray", fill: LIGHT, stroke: DARK, "stroke-width": unit,
      d: slots.map(([x, y]) => `M${x} ${y}h${wide}v${wide}h-${wide}z`).join(""),
    }));
  }

  #coordinates() {
    const { files, ranks, turned } = this.place;
    const texts = [...this.#svg.querySelectorAll(".coord text")];
    texts.forEach((text, index) => {
      if (index < files) text.textContent = "abcdefghijklmnopqrstuvwxyz"[turned ? files - 1 - index : index];
      else text.textContent = turned ? index - files + 1 : ranks - (index - files);
    });
  }

  #fill(layer, ...elements) {
    this.#layers.get(layer).replaceChildren(...elements);
  }

  clear(...layers) {
    for (const layer of layers) this.#fill(layer);
  }

  /** The drawing of a symbol, at a point. */
  use(symbol, [x, y] = [0, 0], attributes = {}) {
    return make("use", { href: `#${this.#prefix}${this.#drawings[symbol]}`, x, y, ...attributes });
  }

  /** The drawing of a symbol on its square, or in its slot. */
  #stand(symbol, square, attributes = {}) {
    const { corners: { [square]: [x, y] }, side } = this.place;
    if (side(square) === SQUARE) return this.use(symbol, [x, y], attributes);
    const transform = `translate(${x} ${y}) scale(${side(square) / SQUARE})`;
    return this.use(symbol, [0, 0], { ...attributes, transform });
  }

  #square(square, inside, attributes) {
    const [x, y] = this.place.corners[square];
    const side = this.place.side(square) - 2 * inside;
    return make("rect", { x: x + inside, y: y + inside, width: side, height: side, ...attributes });
  }

  /** All pieces of a picture but those on the squares of `without`; those in `faint` are pale. */
  pieces(picture, without = [], faint = []) {
    const shown = [...picture.board, ...(picture.hands ?? []).flat()];
    const elements = [];
    shown.forEach((symbol, square) => {
      if (!symbol || without.includes(square)) return;
      elements.push(this.#stand(symbol, square, faint.includes(square) ? { opacity: 0.25 } : {}));
    });
    this.#fill("pieces", ...elements);
  }

  last(squares) {
    const inside = 1.1 * this.place.unit;
    this.#fill(
      "last",
      ...squares.flatMap((square) => [
        this.#square(square, 0, { class: "hl-last", fill: GOLD, "fill-opacity": 0.8 }),
        this.#square(square, inside, {
          class: "hl-last-line", fill: "none", stroke: GOLD_LINE, "stroke-width": 2.2 * this.place.unit,
        }),
      ]),
    );
  }

  /** The signs of a picture's squares: `{square: "check"}`, `{square: "unseen"}`, `{square: "appeared"}`. */
  own(marks) {
    const { unit } = this.place;
    const marked = (sign) => Object.keys(marks).filter((square) => marks[square] === sign);
    this.#veil(marked("unseen").map((square) => this.place.corners[square]));
    const frame = (square, inside, width, look) => (
      this.#square(square, inside * unit, { fill: "none", "stroke-width": width * unit, ...look }));
    this.#fill(
      "check",
      ...marked("check").flatMap((square) => [
        frame(square, 2, 6, { fill: SEAL, "fill-opacity": 0.25, stroke: PAPER }),
        frame(square, 2, 3.6, { class: "hl-check", stroke: SEAL }),
      ]),
      ...marked("appeared").flatMap((square) => [
        frame(square, 2.6, 5.2, { stroke: GOLD_LINE }),
        frame(square, 2.6, 2.8, { class: "hl-new", stroke: GOLD }),
      ]),
    );
  }

  /** Squares that are not seen, told by their lines as well. */
  #veil(corners) {
    if (!corners.length) return this.clear("fog");
    const lines = corners.flatMap(([x, y]) => HATCHES.map(([dx, dy, side]) => `M${x + dx} ${y + dy}l${side}-${side}`));
    return this.#fill("fog",
      make("path", {
        class: "fog", fill: INK, "fill-opacity": 0.5, d: corners.map(([x, y]) => `M${x} ${y}h48v48h-48z`).join(""),
      }),
      make("path", {
        class: "fog-line", fill: "none", stroke: PAPER, "stroke-opacity": 0.4, "stroke-width": 2, d: lines.join(""),
      }));
  }

  selected(square) {
    const { unit } = this.place;
    if (square === undefined) return this.clear("selected");
    return this.#fill("selected", this.#square(square, 1.75 * unit, {
      class: "hl-sel", fill: PAPER, "fill-opacity": 0.6, stroke: INK, "stroke-width": 3.5 * unit,
    }));
  }

  /** `targets` maps a square to true if it is risky; `occupied(square)` tells where a piece stands. */
  targets(targets, occupied) {
    this.#fill("targets", ...[...targets].flatMap(([square, risky]) => this.#target(square, risky, occupied(square))));
  }

  #target(square, risky, occupied) {
    const { unit } = this.place;
    const look = { class: risky ? "tg-risk" : "tg-safe", fill: "none", stroke: INK, "stroke-width": 3.6 * unit };
    const [cx, cy] = this.place.centre(square);
    if (occupied) {
      const r = 23 - 1.6 * unit;
      const step = (2 * Math.PI * r) / 20;
      if (risky) look["stroke-dasharray"] = `${step * 0.58} ${step * 0.42}`;
      const line = { class: "tg-line", cx, cy, r, fill: "none", stroke: PAPER, "stroke-width": 6.4 * unit };
      return [make("circle", line), make("circle", { ...look, cx, cy, r })];
    }
    if (!risky) return make("circle", { class: "tg-safe", cx, cy, r: 7.5, fill: INK });
    const step = (2 * Math.PI * 8.4) / 8;
    return make("circle", { ...look, cx, cy, r: 8.4, "stroke-dasharray": `${step * 0.58} ${step * 0.42}` });
  }

  /** Pale pieces: `[{square, symbol}]`. */
  ghosts(ghosts) {
    this.#fill("sealed", ...ghosts.map(({ square, symbol }) =>
      this.#stand(symbol, square, { opacity: 0.6, class: "pending" })));
  }

  /** The viewer's own sealed move: where it starts, where it ends, the piece it will be. */
  sealed(path, symbol) {
    const { unit } = this.place;
    const elements = [];
    const frame = (square, dashes) => {
      const side = { fill: "none", stroke: PAPER, "stroke-width": 5.2 * unit };
      elements.push(this.#square(square, 2.6 * unit, side));
      elements.push(this.#square(square, 2.6 * unit, {
        class: "sealed-frame", fill: "none", stroke: SEAL, "stroke-width": 2.8 * unit, ...dashes,
      }));
    };
    frame(path[0], { "stroke-dasharray": "5 3.35" });
    frame(path.at(-1), {});
    const [x, y] = this.place.corners[path.at(-1)];
    if (symbol) elements.push(this.use(symbol, [x, y], { opacity: 0.6 }));
    elements.push(make("use", {
      href: `#${this.#prefix}${SEAL_DRAWING}`, transform: `translate(${x + 25} ${y + 23}) scale(.5)`,
    }));
    this.#fill("sealed", ...elements);
  }

  /** Arrows `[{squares, seat, failed}]`, each drawn up to `part` of its length; `occupied(square)` as the board stands. */
  arrows(arrows, occupied, part = 1) {
    this.#fill("arrows", ...arrows.map((arrow) => this.#arrow(arrow, occupied(arrow.squares[0]), part)));
  }

  #arrow({ squares, seat, failed }, occupied, part) {
    const points = cutLine(arrowPoints(this.place, squares, occupied), part);
    const [[x1, y1], [x2, y2]] = points.slice(-2);
    const turn = Math.atan2(y2 - y1, x2 - x1);
    const [fill, line] = seat === 1 ? [INK, PAPER] : [PAPER, INK];
    if (failed) {
      const way = path([...points.slice(0, -1), [x2 - 4 * Math.cos(turn), y2 - 4 * Math.sin(turn)]]);
      const cross = `M${x2 - 5.5} ${y2 - 5.5}l11 11m0 -11l-11 11`;
      const dashes = { "stroke-dasharray": "4 4.4", "stroke-dashoffset": -0.7 };
      return make("g", { class: `arrow arrow-${seat ?? 0} failed`, fill: "none" },
        make("path", { stroke: line, "stroke-width": 5.6, "stroke-dasharray": "5.4 3", d: way }),
        make("path", { stroke: fill, "stroke-width": 2.8, ...dashes, d: way }),
        make("path", { stroke: PAPER, "stroke-width": 7, "stroke-linecap": "square", d: cross }),
        make("path", { stroke: SEAL, "stroke-width": 3.6, d: cross }));
    }
    const neck = [x2 - 11 * Math.cos(turn), y2 - 11 * Math.sin(turn)];
    const [dx, dy] = [7.6 * Math.sin(turn), -7.6 * Math.cos(turn)];
    const shaft = path([...points.slice(0, -1), neck]);
    const head = `${path([[neck[0] + dx, neck[1] + dy], [x2, y2], [neck[0] - dx, neck[1] - dy]])}z`;
    const dashes = seat > 1 ? { "stroke-dasharray": "4 3" } : {};
    return make("g", { class: `arrow arrow-${seat ?? 0}`, fill: "none", "stroke-linejoin": "round" },
      make("path", { stroke: line, "stroke-width": 6.9, d: shaft }),
      make("path", { fill, stroke: line, "stroke-width": 1.7, d: head }),
      make("path", { stroke: fill, "stroke-width": 3.5, ...dashes, d: shaft }));
  }

  /** Stars on squares, opened to `part`. */
  clash(squares, part = 1) {
    this.#fill("clash", ...squares.map((square) => make("path", {
      class: "clash", fill: SEAL, d: STAR,
      transform: `translate(${this.place.centre(square).join(" ")}) scale(${part})`,
    })));
  }

  /** Lost pieces, shrunk from their square (0) to their tile (1); those of `fading` grow paler on the same way. */
  lost(lost, arrows, part = 1, fading = []) {
    const taken = new Map();
    this.#fill("lost", ...[...lost, ...fading].map(({ square, symbol }, index) => {
      const place = taken.get(square) ?? 0;
      taken.set(square, place + 1);
      const [toX, toY] = lostCorners(this.place, square, arrows)[place % 4];
      const [x, y] = this.place.corners[square];
      const scale = 1 - part * 0.625;
      const parts = [this.use(symbol)];
      if (part === 1) {
        parts.unshift(make("path", {
          class: "tile", fill: LIGHT, stroke: INK, "stroke-width": 3, d: "M-1-1h50v50h-50z",
        }));
        parts.push(make("path", { stroke: PAPER, "stroke-width": 9, d: "M3 45L45 3" }));
        parts.push(make("path", { class: "struck", stroke: SEAL, "stroke-width": 5, d: "M0 48L48 0" }));
      }
      const corner = `translate(${x + (toX - x) * part} ${y + (toY - y) * part})`;
      const pale = index < lost.length ? {} : { opacity: 1 - part };
      return make("g", { class: "lost", transform: `${corner} scale(${scale})`, ...pale }, ...parts);
    }));
  }

  /** Pieces on their way: `[{symbol, at: [x, y]}]`, corners of their boxes. */
  moving(pieces) {
    this.#fill("moving", ...pieces.map(({ symbol, at }) => this.use(symbol, at)));
  }

  /** A veil, and a tile for each choice `{square, symbol, risky, more}`; nothing if there is none. */
  chooser(choices) {
    if (!choices.length) return this.clear("chooser");
    const { files, ranks, unit } = this.place;
    const veil = make("rect", {
      class: "veil", width: files * SQUARE, height: ranks * SQUARE, fill: LIGHT, "fill-opacity": 0.5,
    });
    return this.#fill("chooser", veil, ...choices.map(({ square, symbol, risky, more }) => {
      const tile = make("g", { class: "chooser-tile" },
        this.#square(square, 0, { fill: PAPER, stroke: INK, "stroke-width": 2.4 * unit }));
      if (risky) tile.append(...this.#target(square, true, true));
      if (symbol) tile.append(this.use(symbol, this.place.corners[square], more ? { opacity: 0.35 } : {}));
      if (more) {
        const [x, y] = this.place.corners[square];
        tile.append(make("path", {
          d: "M8 24H30M24 16L40 24L24 32z", transform: `translate(${x} ${y})`,
          fill: INK, stroke: INK, "stroke-width": 4, "stroke-linejoin": "round",
        }));
      }
      return tile;
    }));
  }
}
