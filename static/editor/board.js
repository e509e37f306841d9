// @ts-check
/** The board of the editor and its palette: pieces are put, dragged and removed by mouse, finger and keys. */

import { watchDrags } from "../board/drag.js";
import { SQUARE } from "../board/geometry.js";
import { Surface } from "../board/surface.js";
import { queryAll } from "../lib/dom.js";

/** @import { CavalierBoard } from "../board/element.js" */
/** @import { EditorPosition } from "./position.js" */

const ERASER = "-";
const FAR = 6; // Pixels from which a press on the palette is a drag.

/** The tool of the button that was pressed. @param {Event} event */
const toolOf = ({ target }) => /** @type {Element} */ (target).closest("button")?.dataset.tool;

export class EditorBoard {
  /** The tool of a press on a square: "" moves a piece, another symbol is put down, or removed. */
  tool = "";
  #element;
  #position;
  #onChange;
  #surface;
  #holes;
  #palette;
  #turned = false;
  /** @type {number[]} */
  #wrong = [];
  /** The square whose piece is to be put down by the next press. @type {number | null} */
  #taken = null;

  /**
   * `onChange()` is called after each change of `position`; `words.wrong` labels a refused square.
   * @param {CavalierBoard} element
   * @param {HTMLElement} palette
   * @param {EditorPosition} position
   * @param {number[]} holes
   * @param {Record<string, string>} words
   * @param {() => void} onChange
   */
  constructor(element, palette, position, holes, words, onChange) {
    this.#element = element;
    this.#position = position;
    this.#onChange = onChange;
    this.#holes = holes;
    this.#palette = palette;
    const surface = new Surface(element);
    surface.words.wrong = words.wrong;
    this.#surface = surface;
    this.#watchBoard();
    this.#watchPalette();
    this.show();
  }

  flip() {
    this.#turned = !this.#turned;
    this.#element.toggleAttribute("data-turned", this.#turned);
    this.show();
  }

  /** Mark these squares as refused. @param {number[]} squares */
  blame(squares) {
    this.#wrong = squares;
    this.show();
  }

  /** @param {string} tool */
  choose(tool) {
    this.tool = tool;
    this.#taken = null;
    for (const button of this.#tools) {
      button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
    }
    this.show();
  }

  show() {
    const { picture } = this.#position.state;
    const surface = this.#surface;
    const marks = this.#wrong.length
      ? Object.fromEntries(this.#wrong.map((square) => [square, "check"]))
      : picture.marks;
    const shown = { ...picture, marks: this.#wrong.length ? {} : picture.marks };
    surface.arrange({ picture: shown, viewer: null });
    surface.layers.own(marks);
    surface.layers.pieces(picture);
    surface.layers.selected(this.#taken ?? undefined);
    surface.buttons.describe((place) => {
      const states = this.#wrong.includes(place) ? ["wrong"] : shown.marks[place] ? [shown.marks[place]] : [];
      if (place === this.#taken) states.push("selected");
      const free = this.#holes.includes(place);
      const held = this.tool === "" && this.#position.symbolAt(place);
      return { label: surface.label(place, states), kind: free ? "" : held ? "origin" : "target" };
    });
  }

  /** @param {...[place: number, symbol: string]} changes */
  #put(...changes) {
    if (changes.some(([place]) => this.#holes.includes(place))) return;
    this.#taken = null;
    this.#position.put(...changes);
    this.#onChange();
  }

  /** @param {number} from @param {number} to */
  #move(from, to) {
    if (from === to || this.#holes.includes(to)) {
      this.#taken = null;
      this.show();
    } else {
      this.#put([from, ""], [to, this.#position.symbolAt(from)]);
    }
  }

  /** @param {number} place */
  #press(place) {
    if (this.#holes.includes(place)) return;
    const symbol = this.#position.symbolAt(place);
    if (this.tool === ERASER) this.#put([place, ""]);
    else if (this.tool) this.#put([place, symbol === this.tool && !this.#position.piles(place) ? "" : this.tool]);
    else if (this.#taken !== null) this.#move(this.#taken, place);
    else if (symbol) {
      this.#taken = place;
      this.show();
    }
  }

  #watchBoard() {
    const { buttons, layers } = this.#surface;
    buttons.element.addEventListener("click", (event) => {
      const place = buttons.squareOf(event.target);
      if (place !== null) this.#press(place);
    });
    buttons.element.addEventListener("contextmenu", (event) => {
      const place = buttons.squareOf(event.target);
      if (place === null) return;
      event.preventDefault();
      // A finger that rests too long drags, it removes nothing.
      if (event.pointerType !== "touch" && this.#position.symbolAt(place)) this.#put([place, ""]);
    });
    buttons.element.addEventListener("keydown", (event) => {
      const place = buttons.squareOf(event.target);
      if (place === null || event.ctrlKey || event.metaKey || event.altKey) return;
      const { key } = event;
      if (key === "Delete" || key === "Backspace") this.#put([place, ""]);
      else if (key !== ERASER && key in this.#surface.drawings && this.#offers(key)) this.#put([place, key]);
      else if (key === "Escape") this.choose("");
      else return;
      event.preventDefault();
    });
    watchDrags(buttons, layers, {
      mayDrag: (place) => this.tool === "" && Boolean(this.#position.symbolAt(place)) && !this.#holes.includes(place),
      take: (place) => {
        this.#taken = place;
        this.show();
        return this.#position.symbolAt(place);
      },
      put: (place) => {
        const from = this.#taken;
        this.#taken = null;
        if (from === null) return;
        if (place === null) this.#put([from, ""]);
        else this.#move(from, place);
      },
      cancel: () => {
        this.#taken = null;
        this.show();
      },
    });
  }

  get #tools() {
    return queryAll(this.#palette, "button");
  }

  /** @param {string} symbol */
  #offers(symbol) {
    return this.#tools.some(({ dataset }) => dataset.tool === symbol);
  }

  #watchPalette() {
    const { buttons, layers } = this.#surface;
    /** @type {{ symbol: string, x: number, y: number, far: boolean } | null} */
    let start = null;
    /** @type {(event: PointerEvent) => [number, number]} */
    const at = (event) => {
      const box = buttons.element.getBoundingClientRect();
      const unit = box.width / (layers.place.files * SQUARE);
      return [(event.clientX - box.left) / unit - SQUARE / 2, (event.clientY - box.top) / unit - SQUARE / 2];
    };
    this.#palette.addEventListener("click", (event) => {
      const tool = toolOf(event);
      if (tool !== undefined) this.choose(tool);
    });
    this.#palette.addEventListener("pointerdown", (event) => {
      const tool = toolOf(event);
      if (event.button || !event.isPrimary || tool?.length !== 1 || tool === ERASER) return;
      start = { symbol: tool, x: event.clientX, y: event.clientY, far: false };
      this.#palette.setPointerCapture(event.pointerId);
    });
    this.#palette.addEventListener("pointermove", (event) => {
      if (!start) return;
      start.far ||= Math.hypot(event.clientX - start.x, event.clientY - start.y) > FAR;
      if (!start.far) return;
      layers.moving([{ symbol: start.symbol, at: at(event) }]);
      buttons.hold(buttons.squareAt(event.clientX, event.clientY));
    });
    const drop = (/** @type {PointerEvent} */ event) => {
      const held = start;
      start = null;
      layers.clear("moving");
      buttons.hold(null);
      if (!held) return;
      const place = held.far && event.type === "pointerup" ? buttons.squareAt(event.clientX, event.clientY) : null;
      if (place !== null) this.#put([place, held.symbol]);
      else if (!held.far) this.choose(held.symbol);
    };
    this.#palette.addEventListener("pointerup", drop);
    this.#palette.addEventListener("pointercancel", drop);
  }
}
