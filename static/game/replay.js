// @ts-check
// The position of a game that is shown, the present or one of the past, and what is known of past positions.

/** @import { MoveView, PastView, TurnView, View } from "./view-types.js" */
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
 * A position of the past as a board shows it; it offers no moves and has no plan.
 * @typedef {object} Past
 * @property {true} past
 * @property {TurnView[]} turns
 * @property {MoveView[]} moves
 * @property {null} sealed
 * @property {null} plan
 *
 * @typedef {ReplayView & PastView & Past} ReplayedView
 */

/** @typedef {{ positions: PastView[], turns: TurnView[] }} Part positions of a game, with their turns */

/**
 * The collaborators of a replay.
 * @typedef {object} ReplayHost
 * @property {(from: number) => Promise<Part | null>} [load] answers positions from this one on, null without an answer
 * @property {() => void} [onLeave] called before another position is shown
 * @property {() => void} onStep called when another position or a new view is to be shown
 * @property {(past: ReplayedView | null) => void} [onLook] called with a past position that has come, null for the present
 * @property {() => void} [onMissing] called when the position that was wanted could not be loaded
 */

const PART = 100; // Positions before the requested one that come with it.

/** The `load` of a replay whose positions lie at this address. @param {() => string | URL} address */
export function loadFrom(address) {
  return async (/** @type {number} */ from) => {
    const url = new URL(address(), location.href);
    url.searchParams.set("from", String(from));
    const answer = await fetch(url);
    return answer.ok ? /** @type {Promise<Part>} */ (answer.json()) : null;
  };
}

export class Replay {
  /** @type {PastView[]} */
  positions = [];
  /** @type {TurnView[]} by number: those that came with the positions */
  turns = [];
  // Any, because it is null before the first view, when nothing else is called.
  /** @type {ReplayView} */
  view = /** @type {any} */ (null);
  shown = 0;
  looked = 0; // The position that is on the board while the shown one is loaded.
  fresh = false; // Whether turns were played while an onlooker looks at the past.

  /** @param {ReplayHost} host @param {boolean} [otherEyes] whether one seat's eyes look at a game that is over */
  constructor(
    { load = async () => null, onLeave = () => {}, onStep, onLook = () => {}, onMissing = () => {} },
    otherEyes = false,
  ) {
    this.load = load;
    this.onLeave = onLeave;
    this.onStep = onStep;
    this.onLook = onLook;
    this.onMissing = onMissing;
    this.otherEyes = otherEyes;
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

  /** Takes a view of the table; true if it shows the present. @param {TableView} view @param {TableView} before */
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
    if (live) this.shown = this.looked = view.number;
    this.step();
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

  /** Shows the position after this number of turns, or if it cannot be loaded, the one before. @param {number} number */
  async go(number) {
    this.onLeave();
    this.shown = number;
    this.step();
    const last = number === this.view.number;
    if (last && !(this.otherEyes && this.view.result)) {
      this.looked = number;
      return this.onLook(null);
    }
    if (!this.positions[number]) this.add(await this.load(Math.max(0, number - PART)).catch(() => null));
    if (this.shown !== number) return;
    const position = this.positions[number];
    if (!position) return this.miss();
    this.looked = number;
    this.onLook({
      ...this.view,
      ...position,
      past: true,
      turns: this.together(number),
      moves: [],
      sealed: null,
      plan: null,
      result: last ? this.view.result : null,
    });
  }

  miss() {
    this.shown = Math.min(this.looked, this.view.number);
    this.step();
    this.onMissing();
  }

  /** @param {Part | null} part */
  add(part) {
    for (const position of part?.positions ?? []) this.positions[position.number] = position;
    for (const turn of part?.turns ?? []) this.turns[turn.number] = turn;
  }

  step() {
    if (this.live) this.fresh = false;
    this.onStep();
  }
}
