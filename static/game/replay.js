// Steps through the turns of a game: with buttons, arrow keys, or a click on a turn.

import { element, fill, optional, show } from "../lib/dom.js";
import { sameTurn, turnAt } from "./turns.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

export class Replay {
  // `address()` answers the address of the positions; `look(past)` is called with a past view to show, or with null for
  // the present; `hurry()` before another position than the present is shown.
  constructor(words, address, look, hurry = () => {}) {
    this.words = words;
    this.address = address;
    this.look = look;
    this.hurry = hurry;
    this.positions = [];
    this.turns = []; // By number: those that came with the positions.
    this.eyes = new URL(location.href).searchParams.get("eyes"); // Whose eyes look at a game that is over; null: all.
    this.view = null;
    this.shown = 0;
    this.fresh = false; // Whether turns were played while an onlooker looks at the past.
    element("stepper").addEventListener("click", ({ target }) => this.step(target.closest("button")?.dataset.step));
    document.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in KEYS)) return;
      // On the board the arrows walk from square to square, and a page of a running game scrolls by Home and End.
      if (event.defaultPrevented || event.target.closest("input, select, textarea, dialog")) return;
      if (!this.view.result && !event.key.startsWith("Arrow")) return;
      event.preventDefault();
      this.step(KEYS[event.key]);
    });
  }

  // Whether the present is shown.
  get live() {
    return this.shown === this.view.number;
  }

  // Whether the present is to be shown with this view: a turn calls a player back, an onlooker stays in the past.
  returns(view, before) {
    return (
      this.shown === before.number ||
      this.shown > view.number ||
      (view.viewer !== null && view.number !== before.number)
    );
  }

  // Update from the table; true if it shows the present.
  follow(view, before) {
    const live = this.view === null || this.returns(view, before);
    this.fresh = !live && (this.fresh || view.number > before.number);
    // Turns may have been taken back, and others played in their place.
    const had = new Map(before.turns.map((turn) => [turn.number, turn]));
    const unknown = view.takebacks === before.takebacks ? (turn) => turn : () => null; // Earlier turns that `before` lacked.
    const other = view.turns.find(
      (turn) => turn.number > before.number || !sameTurn(turn, had.get(turn.number) ?? unknown(turn)),
    );
    this.cut(other ? other.number : view.number + 1);
    this.view = view;
    if (live) this.shown = view.number;
    this.draw();
    return live;
  }

  // Forget the positions of another seat.
  forget() {
    this.cut(0);
  }

  // Forget the positions after the turn of this number, and later ones.
  cut(number) {
    for (const list of [this.positions, this.turns]) list.length = Math.min(list.length, number);
  }

  turn(number) {
    return this.turns[number] ?? turnAt(this.view, number);
  }

  // The turns that a board shows together as the last ones of a position.
  together(number) {
    const first = this.turn(number)?.latest ?? number + 1;
    return Array.from({ length: number + 1 - first }, (_, index) => this.turn(first + index)).filter(Boolean);
  }

  step(name) {
    const last = this.view.number;
    const to = { first: 0, back: Math.max(0, this.shown - 1), forward: Math.min(last, this.shown + 1), last }[name];
    if (to !== undefined) this.go(to);
  }

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

  async load(number) {
    const address = new URL(this.address(), location.href);
    address.searchParams.set("from", Math.max(0, number - 100));
    const answer = await fetch(address);
    if (!answer.ok) return;
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
    element("stepper").querySelector("[data-step=last]").classList.toggle("fresh", this.fresh);
    element("shown").textContent = fill(this.words.turn_of, { turn: this.shown, turns: number });
    for (const button of element("stepper").querySelectorAll("button")) {
      const { step } = button.dataset;
      // It keeps the focus: the keyboard can step back from the end.
      button.setAttribute(
        "aria-disabled",
        step === "first" || step === "back" ? this.shown === 0 : this.shown === number,
      );
    }
  }
}
