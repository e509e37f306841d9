/** The input of a move: by presses and drags, square by square, until one of the offered moves is left. */

import { watchDrags } from "./drag.js";
import { choicesOf } from "./labels.js";
import { press, targets } from "./offers.js";

export class MoveInput {
  /** The moves that are offered now. */
  moves = [];
  /** Squares pressed so far, without the last one of a chosen move. */
  prefix = [];
  chosen = null;
  /** True while the piece is dragged. */
  lifted = false;
  #choices = [];
  #surface;
  #host;

  /** `host.begin()` is called before each step, `host.show()` to redraw; `host.symbolAt(square)`. */
  constructor(surface, host) {
    this.#surface = surface;
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
    });
  }

  get begun() {
    return this.prefix.length > 0 || this.chosen !== null || this.#surface.chooser.open;
  }

  /** Drop the input. */
  reset() {
    this.#closeChooser();
    this.prefix = [];
    this.chosen = null;
    this.lifted = false;
  }

  /** Choose this move, which waits for confirmation. */
  choose(move) {
    this.chosen = move;
    this.prefix = move.path.slice(0, -1);
  }

  /** Answer the chooser. */
  pick(index) {
    const { buttons, chooser } = this.#surface;
    if (!chooser.open) return;
    const choice = index === null ? null : this.#choices[index];
    if (!choice) return this.drop();
    const path = this.prefix;
    this.#closeChooser();
    if (choice.more) this.#advance({ kind: "picked", prefix: path });
    else this.#advance({ kind: "chosen", move: choice.move });
    buttons.focus(path.at(-1));
  }

  drop() {
    const focus = this.#surface.chooser.open ? this.prefix[0] : null;
    this.reset();
    this.#host.show();
    this.#surface.say("");
    if (focus !== null) this.#surface.buttons.focus(focus);
    this.#surface.dispatch("cancel", {});
  }

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

  #advance(outcome) {
    const surface = this.#surface;
    this.#host.begin();
    const before = this.chosen;
    this.chosen = null;
    if (outcome.kind === "chosen") {
      const { move } = outcome;
      this.choose(move);
      this.#host.show();
      surface.say(surface.label(move.path.at(-1), move.risky ? ["risky", "pending"] : ["pending"]));
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

  #offer({ prefix, moves, more }) {
    const { buttons, chooser, drawings, words } = this.#surface;
    const own = this.#host.symbolAt(prefix[0]);
    this.#choices = choicesOf(moves, more, own, words).map((choice) => ({
      ...choice,
      drawing: drawings[choice.symbol],
    }));
    chooser.letters = words.letters ?? {};
    chooser.show(this.#choices, prefix[0], prefix.at(-1));
    buttons.element.inert = true;
    this.#surface.dispatch("choosing", { choices: this.#choices });
  }

  #closeChooser() {
    const { buttons, chooser } = this.#surface;
    if (!chooser.open) return;
    chooser.hide();
    buttons.element.inert = false;
    this.#choices = [];
    this.#surface.dispatch("choosing", { choices: [] });
  }

  #take(square) {
    if (square !== this.prefix.at(-1)) {
      this.reset();
      this.#advance(press(this.moves, [], square));
      if (this.prefix.at(-1) !== square) return null;
    }
    this.lifted = true;
    this.#host.show();
    return this.#host.symbolAt(this.prefix[0]);
  }

  #put(square) {
    this.lifted = false;
    if (square !== null && targets(this.moves, this.prefix).has(square)) this.#press(square);
    else this.#host.show();
  }

  #sayTargets() {
    const found = [...targets(this.moves, this.prefix)];
    this.#surface.say(
      [
        this.#surface.label(this.prefix.at(-1), ["selected"]),
        ...found.map(([square, risky]) => this.#surface.label(square, risky ? ["risky"] : [])),
      ].join("; "),
    );
  }
}
