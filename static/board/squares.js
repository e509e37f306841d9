// @ts-check
// A grid of real buttons laid over the drawn board: for fingers, keyboards and screen readers. One tab stop.

/** @import { Layout, Point } from "./geometry.js" */
import { EMPTY, SQUARE, neighbour } from "./geometry.js";

/** @type {Record<string, Point>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Lay an element over a rectangle of the drawing, in units; `box` is that of its parent, by default the drawing.
 * @param {HTMLElement} element
 * @param {Layout} place
 * @param {Point} corner
 * @param {number} width
 * @param {number} height
 */
export function cover(element, { box: whole }, [x, y], width, height, box = whole) {
  const [left, top, full, high] = box;
  element.style.left = `${((x - left) / full) * 100}%`;
  element.style.top = `${((y - top) / high) * 100}%`;
  element.style.width = `${(width / full) * 100}%`;
  element.style.height = `${(height / high) * 100}%`;
}

/** The squares of a board as such a box. @param {Layout} place */
export const squaresOf = ({ files, ranks }) => [0, 0, files * SQUARE, ranks * SQUARE];

export class Squares {
  element = document.createElement("div");
  #place = EMPTY;
  /** @type {Map<number, HTMLButtonElement>} */
  #buttons = new Map();
  /** The tab stop. @type {HTMLButtonElement | undefined} */
  #home;
  /** Whether the focus was moved to the board by keyboard. After a press by mouse or finger the arrows are the page's. */
  #walks = false;

  /** `label` names the grid. @param {string | undefined} label */
  constructor(label) {
    this.element.className = "board-squares";
    this.element.setAttribute("role", "grid");
    if (label) this.element.setAttribute("aria-label", label);
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("focusin", ({ target }) => {
      this.#walks = /** @type {Element} */ (target).matches(":focus-visible");
      this.#rove(this.squareOf(target));
    });
    this.element.addEventListener("pointerdown", () => {
      this.#walks = false;
    });
  }

  /** Make the buttons again for a new layout, in visual order. @param {Layout} place */
  build(place) {
    const focused = this.squareOf(document.activeElement);
    this.#place = place;
    this.#buttons.clear();
    const { files, ranks, corners, side } = place;
    cover(this.element, place, [0, 0], files * SQUARE, ranks * SQUARE);
    const rows = Array.from({ length: ranks }, () => {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      return row;
    });
    const seen = Array.from({ length: files * ranks }, (_, square) => square);
    seen.sort((one, other) => corners[one][1] - corners[other][1] || corners[one][0] - corners[other][0]);
    seen.forEach((square, index) => {
      const cell = document.createElement("div");
      cell.setAttribute("role", "gridcell");
      cell.append(this.#button(square));
      rows[Math.floor(index / files)].append(cell);
    });
    this.element.replaceChildren(...rows);
    // Slots of hands are outside of the board's rows.
    if (corners.length > files * ranks) {
      const slots = document.createElement("div");
      slots.setAttribute("role", "row");
      slots.className = "board-slots";
      for (let square = files * ranks; square < corners.length; square += 1) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cover(cell, place, corners[square], side(square), side(square), squaresOf(place));
        cell.append(this.#button(square));
        slots.append(cell);
      }
      this.element.append(slots);
    }
    this.#home = undefined;
    this.#rove(focused ?? seen[0]);
    if (focused !== null) this.focus(focused);
  }

  /** @param {number} square */
  #button(square) {
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = -1;
    button.dataset.square = String(square);
    this.#buttons.set(square, button);
    return button;
  }

  /** The square of a button, or null. @param {EventTarget | null} element */
  squareOf(element) {
    /** @type {HTMLElement | null} */
    const button = element instanceof Element ? element.closest("button[data-square]") : null;
    return button && this.element.contains(button) ? Number(button.dataset.square) : null;
  }

  /** The square under a point of the window, or null. @param {number} x @param {number} y */
  squareAt(x, y) {
    for (const [square, button] of this.#buttons) {
      const box = button.getBoundingClientRect();
      if (x >= box.left && x < box.right && y >= box.top && y < box.bottom) return square;
    }
    return null;
  }

  /**
   * Set the label of each square, and its `kind` for the style sheet.
   * @param {(square: number) => { label: string, kind: string }} labelOf
   */
  describe(labelOf) {
    for (const [square, button] of this.#buttons) {
      const { label, kind } = labelOf(square);
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      if (button.dataset.kind !== kind) button.dataset.kind = kind;
    }
  }

  /** While a piece is dragged: the square under it; null when it is put down. @param {number | null} square */
  hold(square) {
    this.element.classList.toggle("holding", square !== null);
    this.element.querySelector(".under")?.classList.remove("under");
    if (square !== null) this.#buttons.get(square)?.classList.add("under");
  }

  /** @param {number} square */
  focus(square) {
    this.#buttons.get(square)?.focus();
  }

  /** The initial tab stop. @param {number | undefined} square */
  suggest(square) {
    if (!this.element.contains(document.activeElement) && square !== undefined) this.#rove(square);
  }

  /** @param {number | null} square */
  #rove(square) {
    const button = square === null ? null : this.#buttons.get(square);
    if (!button) return;
    if (this.#home) this.#home.tabIndex = -1;
    this.#home = button;
    button.tabIndex = 0;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const square = this.squareOf(event.target);
    if (square === null || !this.#walks || event.altKey || event.metaKey) return;
    let next = null;
    if (event.key in STEPS) next = neighbour(this.#place, square, STEPS[event.key]);
    else if (event.key === "Home" || event.key === "End")
      next = this.#ended(square, event.key === "End", event.ctrlKey);
    else return;
    event.preventDefault();
    if (next !== null) this.focus(next);
  }

  /**
   * The first or the last place of the row of a square; with `all`, the first or the last square of the board.
   * @param {number} square
   * @param {boolean} last
   * @param {boolean} all
   */
  #ended(square, last, all) {
    const { files, ranks, corners } = this.#place;
    const places = corners.map(([x, y], place) => ({ place, x, y }));
    const among = all ? places.slice(0, files * ranks) : places.filter(({ y }) => y === corners[square][1]);
    among.sort((one, other) => one.y - other.y || one.x - other.x);
    return among[last ? among.length - 1 : 0].place;
  }
}
