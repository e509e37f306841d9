// @ts-check
// Arrows and circles that a reader draws on a board: by the right button, a long press, or keys. They stay in the
// browser.

/** @import { BoardView, CavalierBoard } from "./element.js" */
import { fill, query } from "../lib/dom.js";
/** @import { Attributes } from "./shapes.js" */
import { squareName } from "./geometry.js";
import { make } from "./shapes.js";

const LONG = 450; // Milliseconds after which a press is a long one.
const STILL = 8; // Pixels by which a finger may stray meanwhile.

// By the kind: the colour, and the dashes by which it is known without it. Moves have arrows in black and white.
const KINDS = [
  ["#1e7a44", ""],
  ["#a4162a", "7 4"],
  ["#274b7a", "2 5"],
  ["#17191c", "12 3 2 3"],
];

/** With Shift, Ctrl or Alt another kind. @param {MouseEvent | KeyboardEvent} event */
const kindOf = ({ shiftKey, ctrlKey, metaKey, altKey }) => (shiftKey ? 1 : ctrlKey || metaKey ? 2 : altKey ? 3 : 0);

/** The key of the position of a view. @param {BoardView | null} view */
const positionOf = (view) => `${view?.number} ${view?.takebacks}`;

/** @typedef {{ from: number, to: number, kind: number }} Mark a circle, where it ends where it begins */
/** @typedef {Record<"circle" | "circle_gone" | "arrow" | "arrow_gone" | "arrow_from" | "hand", string>} MarkWords */

export class Annotations {
  /** @param {CavalierBoard} board @param {MarkWords} words */
  constructor(board, words) {
    this.board = board;
    this.words = words;
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {Mark | null} */
    this.begun = null; // The mark that is being drawn.
    /** @type {number | null} */
    this.arrow = null; // Where an arrow begins that keys draw.
    this.pressed = { x: 0, y: 0 };
    /** @type {number | undefined} */
    this.timer = undefined;
    this.swallow = false; // The click that follows a long press.
    this.position = positionOf(board.view);
    this.layer = make("g", { class: "own-marks", "pointer-events": "none" });
    this.squares = query(board, ".board-squares");
    this.watch();
    board.addEventListener("arranged", () => this.draw());
    for (const event of /** @type {const} */ (["shown", "jumped"]))
      board.addEventListener(event, ({ detail: { view } }) => {
        if (positionOf(view) !== this.position) this.clear();
        this.position = positionOf(view);
      });
  }

  watch() {
    const { squares } = this;
    const capture = { capture: true };
    squares.addEventListener("contextmenu", (event) => event.preventDefault());
    // The right button takes no focus: the focus frame is for the keyboard.
    squares.addEventListener("mousedown", (event) => event.button === 2 && event.preventDefault());
    squares.addEventListener("pointerdown", (event) => this.down(event), capture);
    squares.addEventListener("pointermove", (event) => this.move(event), capture);
    squares.addEventListener("pointerup", (event) => this.up(event), capture);
    squares.addEventListener("pointercancel", () => this.stop());
    // While a finger draws, the page does not scroll.
    squares.addEventListener("touchmove", (event) => this.begun && event.preventDefault(), { passive: false });
    squares.addEventListener("click", (event) => this.click(event), capture);
    this.board.addEventListener("keydown", ({ key }) => key === "Escape" && this.clear(), capture);
  }

  /** @param {PointerEvent} event */
  down(event) {
    const square = this.board.squareAt(event.clientX, event.clientY);
    this.stop();
    this.swallow = false;
    if (square === null) return;
    if (event.button === 2) {
      this.begin(square, kindOf(event));
      event.stopPropagation();
    } else if (event.pointerType !== "mouse" && event.isPrimary) {
      this.pressed = { x: event.clientX, y: event.clientY };
      this.timer = setTimeout(() => {
        navigator.vibrate?.(12);
        this.swallow = true;
        this.begin(square, 0);
      }, LONG);
    }
  }

  /** @param {number} square @param {number} kind */
  begin(square, kind) {
    this.begun = { from: square, to: square, kind };
    this.draw();
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.begun) {
      if (this.timer && Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y) > STILL) this.stop();
      return;
    }
    event.stopPropagation();
    const to = this.board.squareAt(event.clientX, event.clientY);
    if (to !== null && to !== this.begun.to) {
      this.begun.to = to;
      this.draw();
    }
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { begun } = this;
    this.stop();
    if (!begun) return;
    event.stopPropagation();
    this.toggle(begun.from, begun.to, begun.kind);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const drawing = this.begun;
    this.begun = null;
    if (drawing) this.draw();
  }

  /** A long press is no press; any other one wipes the board. @param {MouseEvent} event */
  click(event) {
    if (this.swallow) {
      event.stopPropagation();
      event.preventDefault();
      this.swallow = false;
    } else if (this.marks.length) {
      this.clear();
    }
  }

  /** A key on a square: a circle, or an end of an arrow. @param {string} name @param {KeyboardEvent} event */
  key(name, event) {
    const square = Number(/** @type {Element} */ (event.target).closest("[data-square]")?.getAttribute("data-square"));
    const kind = kindOf(event);
    if (name === "o") {
      this.toggle(square, square, kind);
    } else if (this.arrow !== null) {
      const from = this.arrow;
      this.arrow = null;
      this.toggle(from, square, kind);
    } else {
      this.arrow = square;
      this.say("arrow_from", square, square);
    }
  }

  /**
   * The same again takes it away; another kind takes its place.
   * @param {number} from
   * @param {number} to
   * @param {number} kind
   */
  toggle(from, to, kind) {
    const same = this.marks.find((mark) => mark.from === from && mark.to === to);
    this.marks = this.marks.filter((mark) => mark !== same);
    if (same?.kind !== kind) this.marks.push({ from, to, kind });
    /** @type {"" | "_gone"} */
    const gone = same?.kind === kind ? "_gone" : "";
    this.say(from === to ? `circle${gone}` : `arrow${gone}`, from, to);
    this.draw();
  }

  clear() {
    this.marks = [];
    this.arrow = null;
    this.draw();
  }

  /** @param {keyof MarkWords} what @param {number} from @param {number} to */
  say(what, from, to) {
    const { files, ranks } = this.board.place;
    const name = (/** @type {number} */ square) => squareName(square, [files, ranks]) || this.words.hand;
    this.board.say(fill(this.words[what], { from: name(from), to: name(to) }));
  }

  draw() {
    const drawn = this.begun ? [...this.marks, this.begun] : this.marks;
    this.layer.replaceChildren(...drawn.flatMap((mark) => this.shapes(mark)));
    if (!this.layer.isConnected) query(this.board, "svg.board", Element).append(this.layer);
  }

  /** A line in its colour on a pale one, so that it is seen on every square. @param {Mark} mark */
  shapes({ from, to, kind }) {
    const { place } = this.board;
    const [colour, dashes] = KINDS[kind];
    const look = (/** @type {number} */ width, /** @type {string} */ stroke) => ({
      fill: "none",
      stroke,
      "stroke-width": width,
      "stroke-linecap": "butt",
    });
    const broken = dashes ? { "stroke-dasharray": dashes } : {};
    const [x, y] = place.centre(from);
    if (from === to) {
      const r = place.side(from) / 2 - 3;
      /** @param {number} width @param {string} stroke @param {Attributes} more */
      const circle = (width, stroke, more) => make("circle", { cx: x, cy: y, r, ...look(width, stroke), ...more });
      return [circle(5.5, "#fffdf8", {}), circle(3.2, colour, { ...broken, class: `mark mark-${kind}` })];
    }
    const [toX, toY] = place.centre(to);
    const turn = Math.atan2(toY - y, toX - x);
    const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
    const line = `M${x + 10 * dx} ${y + 10 * dy}L${toX - 14 * dx} ${toY - 14 * dy}`;
    const head = `M${toX - 4 * dx} ${toY - 4 * dy}l${-15 * dx - 8 * dy} ${-15 * dy + 8 * dx}l${16 * dy} ${-16 * dx}z`;
    return [
      make("path", { d: line, ...look(8, "#fffdf8") }),
      make("path", { d: head, fill: colour, stroke: "#fffdf8", "stroke-width": 1.6 }),
      make("path", { d: line, ...look(5, colour), ...broken, class: `mark mark-${kind}` }),
    ];
  }
}
