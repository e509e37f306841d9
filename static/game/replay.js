// @ts-check
// Steps through the turns of a game: with buttons, arrow keys, or a click on a turn.

/** @import { MoveView, PastView, TurnView, View } from "./view-types.js" */
import { element, fill, optional, query, queryAll, show } from "../lib/dom.js";
import { sameTurn, turnAt } from "./turns.js";

/**
 * What a replay uses of a view.
 * @typedef {object} ReplayView
 * @property {number} number
 * @property {unknown} result
 * @property {number} [takebacks]
 * @property {number | null} [viewer]
 * @property {TurnView[]} [turns]
 */

/** @typedef {ReplayView & Pick<View, "viewer" | "turns">} TableView a view of a table, an example or a record */

/**
 * A position of the past as a board shows it.
 * @typedef {ReplayView & PastView & { turns: TurnView[], moves: MoveView[], sealed: null }} ReplayedView
 */

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

export class Replay {
  /**
   * `address()` answers the address of the positions; `look(past)` is called with a past view to show, or with null for
   * the present; `hurry()` before another position than the present is shown.
   * @param {Record<string, string>} words
   * @param {() => string | URL} address
   * @param {(past: ReplayedView | null) => void} look
   */
  constructor(words, address, look, hurry = () => {}) {
    this.words = words;
    this.address = address;
    this.look = look;
    this.hurry = hurry;
    /** @type {PastView[]} */
    this.positions = [];
    /** @type {TurnView[]} */
    this.turns = []; // By number: those that came with the positions.
    this.eyes = new URL(location.href).searchParams.get("eyes"); // Whose eyes look at a game that is over; null: all.
    // Any, because it is null before the first view, when nothing else is called.
    /** @type {ReplayView} */
    this.view = /** @type {any} */ (null);
    this.shown = 0;
    this.fresh = false; // Whether turns were played while an onlooker looks at the past.
    element("stepper").addEventListener("click", ({ target }) =>
      this.step(/** @type {Element} */ (target).closest("button")?.dataset.step),
    );
    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in KEYS)) return;
      // On the board the arrows walk from square to square, and a page of a running game scrolls by Home and End.
      if (event.defaultPrevented || /** @type {Element} */ (event.target).closest("input, select, textarea, dialog"))
        return;
      if (!this.view.result && !event.key.startsWith("Arrow")) return;
      event.preventDefault();
      this.step(KEYS[event.key]);
    });
  }

  /** Whether the present is shown. */
  get live() {
    return this.shown === this.view.number;
  }

  /**
   * Whether the present is to be shown with this view: a turn calls a player back, an onlooker stays in the past.
   * @param {TableView} view
   * @param {TableView} before
   */
  returns(view, before) {
    return (
      this.shown === before.number ||
      this.shown > view.number ||
      (view.viewer !== null && view.number !== before.number)
    );
  }

  /** Update from the table; true if it shows the present. @param {TableView} view @param {TableView} before */
  follow(view, before) {
    const live = this.view === null || this.returns(view, before);
    this.fresh = !live && (this.fresh || view.number > before.number);
    // Turns may have been taken back, and others played in their place.
    const had = new Map(before.turns.map((turn) => [turn.number, turn]));
    const back = view.takebacks !== before.takebacks;
    const other = view.turns.find(
      // `before` lacked earlier turns of a long game.
      (turn) => turn.number > before.number || !sameTurn(turn, had.get(turn.number) ?? (back ? null : turn)),
    );
    this.cut(other ? other.number : view.number + 1);
    this.view = view;
    if (live) this.shown = view.number;
    this.draw();
    return live;
  }

  /** Forget the positions of another seat. */
  forget() {
    this.cut(0);
  }

  /** Forget the positions after the turn of this number, and later ones. @param {number} number */
  cut(number) {
    for (const list of [this.positions, this.turns]) list.length = Math.min(list.length, number);
  }

  /** @param {number} number */
  turn(number) {
    return this.turns[number] ?? turnAt(this.view, number);
  }

  /** The turns that a board shows together as the last ones of a position. @param {number} number */
  together(number) {
    const first = this.turn(number)?.latest ?? number + 1;
    return Array.from({ length: number + 1 - first }, (_, index) => this.turn(first + index)).filter(
      (turn) => turn !== undefined,
    );
  }

  /** @param {string | undefined} name `first`, `back`, `forward` or `last` */
  step(name = "") {
    const last = this.view.number;
    /** @type {Record<string, number>} */
    const places = { first: 0, back: Math.max(0, this.shown - 1), forward: Math.min(last, this.shown + 1), last };
    if (name in places) this.go(places[name]);
  }

  /** Shows the position after this number of turns. @param {number} number */
  async go(number) {
    this.hurry();
    this.shown = number;
    this.draw();
    const last = number === this.view.number;
    const otherEyes = this.eyes !== null && this.view.result;
    if (last && !otherEyes) return this.look(null);
    if (!this.positions[number]) await this.load(number);
    const position = this.positions[number];
    if (!position || this.shown !== number) return;
    this.look({
      ...this.view,
      ...position,
      turns: this.together(number),
      moves: [],
      sealed: null,
      result: last ? this.view.result : null,
    });
  }

  /** @param {number} number */
  async load(number) {
    const address = new URL(this.address(), location.href);
    address.searchParams.set("from", String(Math.max(0, number - 100)));
    const answer = await fetch(address);
    if (!answer.ok) return;
    /** @type {{ positions: PastView[], turns: TurnView[] }} */
    const { positions, turns } = await answer.json();
    for (const position of positions) this.positions[position.number] = position;
    for (const turn of turns) this.turns[turn.number] = turn;
  }

  draw() {
    const { number } = this.view;
    // Its space is reserved: nothing below the board moves after the first turn.
    show(element("stepper"), true);
    element("stepper").classList.toggle("idle", number === 0);
    if (optional("eyes")) show(element("eyes"), Boolean(this.view.result));
    if (this.shown === number) this.fresh = false;
    query(element("stepper"), "[data-step=last]").classList.toggle("fresh", this.fresh);
    element("shown").textContent = fill(this.words.turn_of, { turn: this.shown, turns: number });
    for (const button of queryAll(element("stepper"), "button")) {
      const { step } = button.dataset;
      // It keeps the focus: the keyboard can step back from the end.
      button.setAttribute(
        "aria-disabled",
        String(step === "first" || step === "back" ? this.shown === 0 : this.shown === number),
      );
    }
  }
}
