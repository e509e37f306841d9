// @ts-check
// Draws on the board's SVG: fills the layers that `server/drawing/diagram.py` laid, each square in its place.

/** @import { PictureView } from "../game/view-types.js" */
/** @import { Point } from "./geometry.js" */
/** @import { MoveChoice } from "./labels.js" */
/** @import { Arrow, PieceMark } from "./marks.js" */
/** @import { Attributes } from "./shapes.js" */
import { query, queryAll } from "../lib/dom.js";
import { EMPTY, SQUARE, arrowPoints, cutLine, endOf, layout, lostCorners } from "./geometry.js";
import {
  arrow,
  countBadge,
  DARK,
  fog,
  GOLD,
  GOLD_LINE,
  INK,
  LIGHT,
  lostTile,
  make,
  onward,
  PAPER,
  SEAL,
  star,
  target,
} from "./shapes.js";

const SEAL_DRAWING = "seal";

export class Layers {
  #svg;
  /** @type {Record<string, Element>} */
  #layers = {};
  #drawings;
  #prefix;
  #margin;
  place = EMPTY;

  /**
   * `drawings` maps a symbol to the name of its drawing.
   * @param {SVGSVGElement} svg
   * @param {Record<string, string>} drawings
   */
  constructor(svg, drawings) {
    this.#svg = svg;
    this.#drawings = drawings;
    this.#prefix = svg.dataset.prefix;
    this.#margin = Number(svg.dataset.margin ?? -svg.viewBox.baseVal.x); // Where a hand is wider, it begins further left.
    for (const layer of queryAll(svg, "[data-layer]", SVGElement)) this.#layers[layer.dataset.layer ?? ""] = layer;
  }

  /**
   * Work out the places for this picture, seen by the seat `near` or by none; true if they are new.
   * @param {PictureView} picture
   * @param {boolean} turned
   * @param {number | null} near
   */
  arrange(picture, turned, near) {
    const place = layout(picture, turned, this.#margin, near);
    const before = this.place;
    this.place = place;
    const box = place.box.join(" ");
    const alike = before.box.join(" ") === box && before.corners.length === place.corners.length;
    if (alike && before.turned === turned && before.below === place.below) return false;
    this.#svg.setAttribute("viewBox", box);
    this.#face();
    this.#checker();
    this.#coordinates();
    this.#slots();
    return true;
  }

  /** Parts of drawings that point across the board are turned with it. */
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
    query(this.#svg, ".sq-d", Element).setAttribute("d", d);
  }

  /** The slots of pieces in hand, empty or not. */
  #slots() {
    const { files, ranks, corners, side, unit } = this.place;
    const slots = corners.slice(files * ranks);
    if (!slots.length) return this.clear("hands");
    const wide = side(files * ranks);
    return this.#fill(
      "hands",
      make("path", {
        class: "tray",
        fill: LIGHT,
        stroke: DARK,
        "stroke-width": unit,
        d: slots.map(([x, y]) => `M${x} ${y}h${wide}v${wide}h-${wide}z`).join(""),
      }),
    );
  }

  #coordinates() {
    const { files, ranks, turned } = this.place;
    const texts = [...this.#svg.querySelectorAll(".coord text")];
    texts.forEach((text, index) => {
      if (index < files) text.textContent = "abcdefghijklmnopqrstuvwxyz"[turned ? files - 1 - index : index];
      else text.textContent = String(turned ? index - files + 1 : ranks - (index - files));
    });
  }

  /** @param {string} layer @param {...Element} elements */
  #fill(layer, ...elements) {
    this.#layers[layer].replaceChildren(...elements);
  }

  /** @param {...string} layers */
  clear(...layers) {
    for (const layer of layers) this.#fill(layer);
  }

  /**
   * The drawing of a symbol, at a point.
   * @param {string} symbol
   * @param {Point} [point]
   * @param {Attributes} [attributes]
   */
  use(symbol, [x, y] = [0, 0], attributes = {}) {
    return make("use", { href: `#${this.#prefix}${this.#drawings[symbol]}`, x, y, ...attributes });
  }

  /**
   * The drawing of a symbol on its square, or in its slot.
   * @param {string} symbol
   * @param {number} square
   * @param {Attributes} attributes
   */
  #stand(symbol, square, attributes = {}) {
    const {
      corners: {
        [square]: [x, y],
      },
      side,
    } = this.place;
    if (side(square) === SQUARE) return this.use(symbol, [x, y], attributes);
    const transform = `translate(${x} ${y}) scale(${side(square) / SQUARE})`;
    return this.use(symbol, [0, 0], { ...attributes, transform });
  }

  /** @param {number} square @param {number} inside @param {Attributes} attributes */
  #square(square, inside, attributes) {
    const [x, y] = this.place.corners[square];
    const side = this.place.side(square) - 2 * inside;
    return make("rect", { x: x + inside, y: y + inside, width: side, height: side, ...attributes });
  }

  /**
   * A square whose line is so wide and so far inside its edge, in the unit of the board.
   * @param {number} square
   * @param {number} inside
   * @param {number} width
   * @param {Attributes} look
   */
  #frame(square, inside, width, look) {
    const { unit } = this.place;
    return this.#square(square, inside * unit, { fill: "none", "stroke-width": width * unit, ...look });
  }

  /**
   * All pieces of a picture but those on the squares of `without`; those in `faint` are pale, of several in a slot one.
   * @param {PictureView} picture
   * @param {number[]} without
   * @param {number[]} faint
   */
  pieces(picture, without = [], faint = []) {
    const shown = [...picture.board, ...(picture.hands ?? []).flat()];
    const counts = (picture.counts ?? []).flat();
    /** @type {Element[]} */
    const elements = [];
    /** @type {Element[]} */
    const badges = [];
    shown.forEach((symbol, square) => {
      if (!symbol || without.includes(square)) return;
      const left = (counts[square - picture.board.length] ?? 1) - Number(faint.includes(square));
      elements.push(this.#stand(symbol, square, left ? {} : { opacity: 0.25 }));
      if (left > 1) badges.push(countBadge(this.place.corners[square], this.place.side(square), left));
    });
    this.#fill("pieces", ...elements, ...badges);
  }

  /** @param {number[]} squares */
  last(squares) {
    this.#fill(
      "last",
      ...squares.flatMap((square) => [
        this.#square(square, 0, { class: "hl-last", fill: GOLD, "fill-opacity": 0.8 }),
        this.#frame(square, 1.1, 2.2, { class: "hl-last-line", stroke: GOLD_LINE }),
      ]),
    );
  }

  /**
   * The signs of a picture's squares: `{square: "check"}`, `{square: "unseen"}`, `{square: "appeared"}`.
   * @param {PictureView["marks"]} marks
   */
  own(marks) {
    const marked = (/** @type {string} */ sign) =>
      Object.keys(marks)
        .filter((square) => marks[square] === sign)
        .map(Number);
    const unseen = marked("unseen").map((square) => this.place.corners[square]);
    this.#fill("fog", ...(unseen.length ? fog(unseen) : []));
    this.#fill(
      "check",
      ...marked("check").flatMap((square) => [
        this.#frame(square, 2, 6, { fill: SEAL, "fill-opacity": 0.25, stroke: PAPER }),
        this.#frame(square, 2, 3.6, { class: "hl-check", stroke: SEAL }),
      ]),
      ...marked("appeared").flatMap((square) => [
        this.#frame(square, 2.6, 5.2, { stroke: GOLD_LINE }),
        this.#frame(square, 2.6, 2.8, { class: "hl-new", stroke: GOLD }),
      ]),
    );
  }

  /** @param {number | undefined} square */
  selected(square) {
    if (square === undefined) return this.clear("selected");
    return this.#fill(
      "selected",
      this.#frame(square, 1.75, 3.5, { class: "hl-sel", fill: PAPER, "fill-opacity": 0.6, stroke: INK }),
    );
  }

  /**
   * `targets` maps a square to true if it is risky; `occupied(square)`: whether it has a piece.
   * @param {Map<number, boolean>} targets
   * @param {(square: number) => boolean} occupied
   */
  targets(targets, occupied) {
    this.#fill("targets", ...[...targets].flatMap(([square, risky]) => this.#target(square, risky, occupied(square))));
  }

  /** @param {number} square @param {boolean} risky @param {boolean} occupied */
  #target(square, risky, occupied) {
    return target(this.place.centre(square), this.place.unit, risky, occupied);
  }

  /** Pale pieces. @param {PieceMark[]} ghosts */
  ghosts(ghosts) {
    this.#fill(
      "sealed",
      ...ghosts.map(({ square, symbol }) => this.#stand(symbol, square, { opacity: 0.6, class: "pending" })),
    );
  }

  /** @param {number} square @param {Attributes} look */
  #edge(square, look) {
    return [this.#frame(square, 2.6, 5.2, { stroke: PAPER }), this.#frame(square, 2.6, 2.8, look)];
  }

  /**
   * A move of the viewer's that was made in advance, all of it in broken lines.
   * @param {number[]} path
   * @param {string} symbol
   */
  planned(path, symbol) {
    const look = { class: "hl-plan", stroke: INK, "stroke-dasharray": "5 3.35" };
    this.ghosts(symbol ? [{ square: endOf(path), symbol }] : []);
    this.#layers.sealed.append(...[path[0], endOf(path)].flatMap((square) => this.#edge(square, look)));
  }

  /**
   * The viewer's own sealed move: where it starts, where it ends, the piece it will be.
   * @param {number[]} path
   * @param {string} symbol
   */
  sealed(path, symbol) {
    const look = { class: "sealed-frame", stroke: SEAL };
    const broken = { ...look, "stroke-dasharray": "5 3.35" };
    const elements = [...this.#edge(path[0], broken), ...this.#edge(endOf(path), look)];
    const [x, y] = this.place.corners[endOf(path)];
    if (symbol) elements.push(this.use(symbol, [x, y], { opacity: 0.6 }));
    elements.push(
      make("use", { href: `#${this.#prefix}${SEAL_DRAWING}`, transform: `translate(${x + 25} ${y + 23}) scale(.5)` }),
    );
    this.#fill("sealed", ...elements);
  }

  /**
   * Arrows, each drawn up to `part` of its length; `occupied(square)`: whether it has a piece.
   * @param {Arrow[]} arrows
   * @param {(square: number) => boolean} occupied
   */
  arrows(arrows, occupied, part = 1) {
    this.#fill(
      "arrows",
      ...arrows.map(({ squares, seat, failed }) =>
        arrow(cutLine(arrowPoints(this.place, squares, occupied(squares[0])), part), seat, failed),
      ),
    );
  }

  /** Stars on squares, opened to `part`. @param {number[]} squares */
  clash(squares, part = 1) {
    this.#fill("clash", ...squares.map((square) => star(this.place.centre(square), part)));
  }

  /**
   * Lost pieces, shrunk from their square (0) to their tile (1); those of `fading` grow paler on the same way.
   * @param {PieceMark[]} lost
   * @param {Arrow[]} arrows
   * @param {number} part
   * @param {PieceMark[]} fading
   */
  lost(lost, arrows, part = 1, fading = []) {
    const taken = new Map();
    this.#fill(
      "lost",
      ...[...lost, ...fading].map(({ square, symbol }, index) => {
        const place = taken.get(square) ?? 0;
        taken.set(square, place + 1);
        const [toX, toY] = lostCorners(this.place, square, arrows)[place % 4];
        const [x, y] = this.place.corners[square];
        const scale = 1 - part * 0.625;
        const parts = part === 1 ? lostTile(this.use(symbol)) : [this.use(symbol)];
        const corner = `translate(${x + (toX - x) * part} ${y + (toY - y) * part})`;
        const pale = index < lost.length ? {} : { opacity: 1 - part };
        return make("g", { class: "lost", transform: `${corner} scale(${scale})`, ...pale }, ...parts);
      }),
    );
  }

  /** Pieces on their way; `at` are corners of their boxes. @param {{ symbol: string, at: Point }[]} pieces */
  moving(pieces) {
    this.#fill("moving", ...pieces.map(({ symbol, at }) => this.use(symbol, at)));
  }

  /**
   * A veil, and a tile for each choice; nothing if there is none.
   * @param {(MoveChoice & { square: number })[]} choices
   */
  chooser(choices) {
    if (!choices.length) return this.clear("chooser");
    const { files, ranks } = this.place;
    const veil = make("rect", {
      class: "veil",
      width: files * SQUARE,
      height: ranks * SQUARE,
      fill: LIGHT,
      "fill-opacity": 0.5,
    });
    return this.#fill(
      "chooser",
      veil,
      ...choices.map(({ square, symbol, risky, more }) => {
        const tile = make("g", { class: "chooser-tile" }, this.#frame(square, 0, 2.4, { fill: PAPER, stroke: INK }));
        if (risky) tile.append(...this.#target(square, true, true));
        if (symbol) tile.append(this.use(symbol, this.place.corners[square], more ? { opacity: 0.35 } : {}));
        if (more) tile.append(onward(this.place.corners[square]));
        return tile;
      }),
    );
  }
}
