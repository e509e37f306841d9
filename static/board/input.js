// @ts-check
// The input of a move: by presses and drags, square by square, until one of the offered moves is left.

/** @import { MoveView } from "../game/view-types.js" */
/** @import { Chooser, DrawnChoice } from "./chooser.js" */
/** @import { Choice, Chosen, Picked } from "./offers.js" */
/** @import { Surface } from "./surface.js" */
import { watchDrags } from "./drag.js";
import { endOf } from "./geometry.js";
import { choicesOf } from "./labels.js";
import { press, targets } from "./offers.js";

/**
 * Who shows the input: `begin()` is called before each step, `show()` to redraw.
 * @typedef {object} InputHost
 * @property {() => void} begin
 * @property {() => void} show
 * @property {(square: number) => string} symbolAt
 */

export class MoveInput {
  /** The moves that are offered now. @type {MoveView[]} */
  moves = [];
  /** Squares pressed so far, without the last one of a chosen move. @type {number[]} */
  prefix = [];
  /** @type {MoveView | null} */
  chosen = null;
  /** True while the piece is dragged. */
  lifted = false;
  /** @type {DrawnChoice[]} */
  #choices = [];
  #surface;
  #chooser;
  #host;

  /** @param {Surface} surface @param {Chooser} chooser @param {InputHost} host */
  constructor(surface, chooser, host) {
    this.#surface = surface;
    this.#chooser = chooser;
    this.#host = host;
    const { buttons } = surface;
    buttons.element.addEventListener("click", (event) => {
      const square = buttons.squareOf(event.target);
      if (square !== null) this.#press(square);
    });
    watchDrags(buttons, surface.layers, {
      mayDrag: (square) => square === this.prefix.at(-1) || targets(this.moves, []).has(square),
      take: (square) => this.#take(square),
      put: (square) => this.#put(square),
      cancel: () => this.#put(null),
    });
  }

  get begun() {
    return this.prefix.length > 0 || this.chosen !== null || this.#chooser.open;
  }

  /** Drop the input. */
  reset() {
    this.#closeChooser();
    this.prefix = [];
    this.chosen = null;
    this.lifted = false;
  }

  /** Choose this move, which waits for confirmation. @param {MoveView} move */
  choose(move) {
    this.chosen = move;
    this.prefix = move.path.slice(0, -1);
  }

  /** Answer the chooser. @param {number | null} index */
  pick(index) {
    if (!this.#chooser.open) return;
    const choice = index === null ? null : this.#choices[index];
    if (!choice) return this.drop();
    const path = this.prefix;
    this.#closeChooser();
    if (choice.move) this.#advance({ kind: "chosen", move: choice.move });
    else this.#advance({ kind: "picked", prefix: path });
    this.#surface.buttons.focus(endOf(path));
  }

  drop() {
    const focus = this.#chooser.open ? this.prefix[0] : null;
    this.reset();
    this.#host.show();
    this.#surface.say("");
    if (focus !== null) this.#surface.buttons.focus(focus);
    this.#surface.dispatch("cancel", {});
  }

  /** @param {number} square */
  #press(square) {
    if (!this.moves.length) return;
    if (this.chosen && square === this.chosen.path.at(-1)) {
      this.#surface.dispatch("confirm", { id: this.chosen.id, move: this.chosen });
      return;
    }
    const outcome = press(this.moves, this.prefix, square);
    if (outcome.kind !== "dropped") this.#advance(outcome);
    else if (this.prefix.length || this.chosen) this.drop();
  }

  /** @param {Chosen | Choice | Picked} outcome */
  #advance(outcome) {
    const surface = this.#surface;
    this.#host.begin();
    const before = this.chosen;
    this.chosen = null;
    if (outcome.kind === "chosen") {
      const { move } = outcome;
      this.choose(move);
      this.#host.show();
      surface.say(surface.label(endOf(move.path), move.risky ? ["risky", "pending"] : ["pending"]));
      surface.dispatch("choose", { id: move.id, move });
      return;
    }
    if (before) surface.dispatch("cancel", {});
    this.prefix = outcome.prefix;
    surface.dispatch("picked", { path: outcome.prefix });
    if (outcome.kind === "choice") this.#offer(outcome);
    this.#host.show();
    if (outcome.kind === "picked") this.#sayTargets();
  }

  /** @param {Choice} choice */
  #offer({ prefix, moves, more }) {
    const { buttons, drawings, words } = this.#surface;
    const own = this.#host.symbolAt(prefix[0]);
    this.#choices = choicesOf(moves, more, own, words).map((choice) => ({
      ...choice,
      drawing: drawings[choice.symbol],
    }));
    this.#chooser.letters = words.letters ?? {};
    this.#chooser.show(this.#choices, prefix[0], endOf(prefix));
    buttons.element.inert = true;
    this.#surface.dispatch("choosing", { choices: this.#choices });
  }

  #closeChooser() {
    if (!this.#chooser.open) return;
    this.#chooser.hide();
    this.#surface.buttons.element.inert = false;
    this.#choices = [];
    this.#surface.dispatch("choosing", { choices: [] });
  }

  /** @param {number} square */
  #take(square) {
    if (square !== this.prefix.at(-1)) {
      const outcome = press(this.moves, [], square);
      if (outcome.kind === "dropped") return null; // Since the press, other moves are offered.
      this.reset();
      this.#advance(outcome);
      if (this.prefix.at(-1) !== square) return null;
    }
    this.lifted = true;
    this.#host.show();
    return this.#host.symbolAt(this.prefix[0]);
  }

  /** @param {number | null} square */
  #put(square) {
    this.lifted = false;
    if (square !== null && targets(this.moves, this.prefix).has(square)) this.#press(square);
    else this.#host.show();
  }

  #sayTargets() {
    const found = [...targets(this.moves, this.prefix)];
    this.#surface.say(
      [
        this.#surface.label(endOf(this.prefix), ["selected"]),
        ...found.map(([square, risky]) => this.#surface.label(square, risky ? ["risky"] : [])),
      ].join("; "),
    );
  }
}
