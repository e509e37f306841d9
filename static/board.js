/** `<cavalier-board>`: makes the server's drawing of a board playable. It knows no rules: it narrows a list of moves.
 *
 * Inside stands the live SVG of `server/drawing/diagram.py`. Attributes: `data-drawings` (JSON: symbol -> drawing),
 * `data-turned` (present: seen from the other side), `data-words` (JSON: `board`, `choose`, `empty`, `hand`, `pieces`
 * {symbol: name}, `letters` {letter of a piece: the reader's}, and the states `movable selected safe risky pending
 * sealed check unseen appeared last elsewhere`).
 *
 * Properties: `view` (a table's view; of it `number`, `takebacks`, `picture`, `moves`, `sealed`, `turns`, `signs`, `chairs`,
 * `viewer` used), `chosen` (the move that waits for its confirmation, or null), `hold` (milliseconds for which nothing
 * moves before the turn of several seats is shown). Methods: `pending(move or null)` shows a move as chosen or drops it,
 * without an event; `pick(index)` answers the chooser (null: nothing); `jump(view)` shows a view at once; `hurry()` ends
 * what travels; `again()` shows the last turn once more.
 *
 * Events, all bubbling: `choose` {id, move} a move is told completely and waits; `confirm` {id, move} its target was
 * pressed again; `cancel` what was picked or chosen is dropped; `picked` a piece was picked up; `choosing` {choices:
 * [{move, label, symbol, drawing, risky, more}]} several moves are possible (an empty list when that is over);
 * `revealing` {turn} the turn of several seats begins to be shown, `breaking` its pieces begin to travel; `settled`
 * {number} a new turn is shown; `shown` {view} the picture of a view is on the board.
 */

import { Buttons } from "./board/buttons.js";
import { Canvas } from "./board/canvas.js";
import { Chooser } from "./board/chooser.js";
import { watchDrags } from "./board/drag.js";
import { choicesOf, squareLabel } from "./board/labels.js";
import { press, spread, targets } from "./board/narrow.js";
import { reveal } from "./board/reveal.js";
import { drawBefore, drawScene, symbolAt } from "./board/scene.js";
import { latestEvents, marksOf } from "./board/story.js";

const read = (text) => JSON.parse(text || "{}");
/** Whether a view shows what comes right after another, or the same: to the same eyes, or to all. */
const goesOn = (before, view) => before.takebacks === view.takebacks
  && (view.number === before.number || view.number === before.number + 1)
  && (view.viewer === before.viewer || JSON.stringify(view.picture) === JSON.stringify(before.picture));
const calm = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
/** Whether several seats acted in a turn. */
const several = (turn, arrows) => (
  Math.max(Object.keys(turn.texts ?? {}).length, new Set(arrows.map(({ seat }) => seat)).size) > 1);
const ids = (moves) => (moves ?? []).map(({ id }) => id).join();

class CavalierBoard extends HTMLElement {
  static observedAttributes = ["data-turned", "data-words"];

  hold = 0;

  #canvas = null;
  /** Lies exactly over the drawing, however the page sizes it. */
  #over = document.createElement("div");
  #buttons = null;
  #chooser = null;
  #says = null;
  #words = {};
  #drawings = {};

  #view = null;
  #marks = marksOf(null, {});
  #moves = [];
  /** Squares pressed so far, without the last one of a chosen move. */
  #prefix = [];
  #chosen = null;
  #choices = [];
  /** True once a piece was picked up this turn: the arrows of the last turn are gone. */
  #touched = false;
  #lifted = false;
  /** Ends the show of a turn; while it still goes on towards its verdict the element draws nothing itself. */
  #finish = null;
  #revealing = false;
  /** Views that came while pieces still travel. */
  #queue = [];
  /** The last turn as it was shown: {before: the picture it began with, marks, turn}; null if none was. */
  #last = null;
  /** True while the picture before the last turn is shown on request. */
  #back = false;

  connectedCallback() {
    if (this.#canvas) return;
    this.#words = read(this.dataset.words);
    this.#drawings = read(this.dataset.drawings);
    const svg = this.querySelector("svg.board");
    this.#canvas = new Canvas(svg, this.#drawings);
    this.#buttons = new Buttons(this.#words.board);
    this.#chooser = new Chooser(this.#canvas, this.#words.choose, (index) => this.pick(index));
    this.#says = document.createElement("div");
    this.#says.className = "board-says";
    this.#says.setAttribute("aria-live", "polite");
    this.#buttons.element.addEventListener("click", (event) => {
      const square = this.#buttons.squareOf(event.target);
      if (square !== null) this.#press(square);
    });
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && (this.#prefix.length || this.#chosen || this.#chooser.open)) {
        event.preventDefault();
        this.#drop();
      }
    });
    watchDrags(this.#buttons, this.#canvas, {
      mayDrag: (square) => square === this.#prefix.at(-1) || targets(this.#moves, []).has(square),
      take: (square) => this.#take(square),
      put: (square) => this.#put(square),
    });
    if (this.#view) this.#show();
  }

  disconnectedCallback() {
    this.#stopReveal();
  }

  attributeChangedCallback(name) {
    if (!this.#canvas) return;
    if (name === "data-words") this.#words = read(this.dataset.words);
    if (this.#view) this.#show();
  }

  get view() {
    return this.#queue.at(-1) ?? this.#view;
  }

  /** Pieces that travel arrive before what came after them is shown. */
  set view(view) {
    if (this.#revealing && !document.hidden && goesOn(this.view, view)) {
      this.#queue.push(view);
      return;
    }
    this.#queue = [];
    this.#follow(view);
  }

  /** Show what somebody asked to see; what still travels has arrived. Tells of nothing but a new turn. */
  jump(view) {
    this.#queue = [];
    this.#stopReveal();
    this.#follow(view, true);
  }

  /** All that is on its way has arrived. */
  hurry() {
    this.#stopReveal();
  }

  /** Show the last turn once more. Where nothing should move: the picture before it, and after the next call the
   * present again. Answers whether it is now shown as it was before the turn, or null where there is nothing to show.
   */
  again() {
    if (!this.#last || this.#revealing) return null;
    const before = this.#back;
    this.#stopReveal();
    this.#reset();
    this.#touched = false;
    if (calm()) {
      this.#back = !before;
      this.#show();
      return this.#back;
    }
    this.#moves = [];
    this.#reveal(this.#last, false);
    return false;
  }

  #follow(view, quiet = false) {
    const before = this.#view;
    const stays = before && goesOn(before, view) && before.number === view.number
      && before.sealed?.id === view.sealed?.id
      && ids(before.moves) === ids(view.moves);
    if (!stays) this.#stopReveal();
    this.#view = view;
    if (!this.#canvas) return;
    if (stays) {
      if (!this.#finish) this.#show();
      if (!quiet) this.#tell("shown", { view });
      return;
    }
    const turn = view.turns?.at(-1);
    const shown = turn?.number === view.number ? turn : null;
    const next = before && shown && view.number === before.number + 1;
    this.#reset();
    this.#say("");
    this.#marks = marksOf(shown && { events: latestEvents(view) }, view.signs ?? {});
    if (before?.number !== view.number) {
      this.#touched = false;
      this.#last = null;
    }
    this.#moves = [];
    const newest = marksOf(shown, view.signs ?? {});
    const same = next && before.picture.size.join() === view.picture.size.join();
    if (same && newest.arrows.length) this.#last = { before: before.picture, marks: newest, turn };
    if (this.#last && next && !calm()) {
      this.#arrange();
      this.#reveal(this.#last, true);
    } else {
      this.#settle(Boolean(next), quiet);
    }
  }

  #reveal({ before, marks, turn }, isNew) {
    const together = several(turn, marks.arrows);
    this.#revealing = true;
    if (together && isNew) this.#tell("revealing", { turn });
    this.#finish = reveal(this.#canvas, before, marks, {
      several: together,
      hold: together && isNew ? this.hold : 0,
      open: () => together && this.#tell("breaking", {}),
      verdict: () => this.#settle(isNew),
      end: () => this.#end(),
    });
  }

  get chosen() {
    return this.#chosen;
  }

  pending(move) {
    if (move) this.#stopReveal();
    this.#reset();
    if (move) {
      this.#chosen = move;
      this.#prefix = move.path.slice(0, -1);
      this.#touched = true;
    }
    this.#show();
  }

  pick(index) {
    if (!this.#chooser.open) return;
    const choice = index === null ? null : this.#choices[index];
    if (!choice) return this.#drop();
    const told = this.#prefix;
    this.#closeChooser();
    if (choice.more) this.#advance({ kind: "picked", prefix: told });
    else this.#advance({ kind: "chosen", move: choice.move });
    this.#buttons.focus(told.at(-1));
  }

  /** The picture of the view is now on the board, and its moves may be played. */
  #settle(isNew, quiet = false) {
    const view = this.#view;
    this.#revealing = false;
    this.#moves = view.sealed ? [] : spread((view.moves ?? []).filter((move) => move.path.length), view.picture);
    this.#show();
    if (isNew) this.#tell("settled", { number: view.number });
    if (!quiet) this.#tell("shown", { view });
    const following = this.#queue.shift();
    if (following) this.#follow(following);
  }

  #end() {
    if (this.#revealing) return; // What came next travels already.
    this.#finish = null;
    this.#show();
  }

  /** What is queued is shown at once, too. */
  #stopReveal() {
    while (this.#finish) {
      const finish = this.#finish;
      this.#finish = null;
      finish();
    }
  }

  #reset() {
    this.#closeChooser();
    this.#prefix = [];
    this.#chosen = null;
    this.#lifted = false;
    this.#back = false;
  }

  #closeChooser() {
    if (!this.#chooser?.open) return;
    this.#chooser.hide();
    this.#buttons.element.inert = false;
    this.#choices = [];
    this.#tell("choosing", { choices: [] });
  }

  #drop() {
    const focus = this.#chooser.open ? this.#prefix[0] : null;
    this.#reset();
    this.#show();
    this.#say("");
    if (focus !== null) this.#buttons.focus(focus);
    this.#tell("cancel", {});
  }

  #press(square) {
    if (!this.#moves.length) return;
    if (this.#chosen && square === this.#chosen.path.at(-1)) {
      this.#tell("confirm", { id: this.#chosen.id, move: this.#chosen });
      return;
    }
    const outcome = press(this.#moves, this.#prefix, square);
    if (outcome.kind === "dropped") {
      if (this.#prefix.length || this.#chosen) this.#drop();
      return;
    }
    this.#advance(outcome);
  }

  #advance(outcome) {
    this.#stopReveal();
    this.#touched = true;
    this.#back = false;
    const before = this.#chosen;
    this.#chosen = null;
    if (outcome.kind === "chosen") {
      this.#chosen = outcome.move;
      this.#prefix = outcome.move.path.slice(0, -1);
      this.#show();
      this.#say(this.#label(outcome.move.path.at(-1), outcome.move.risky ? ["risky", "pending"] : ["pending"]));
      this.#tell("choose", { id: outcome.move.id, move: outcome.move });
      return;
    }
    if (before) this.#tell("cancel", {});
    this.#prefix = outcome.prefix;
    this.#tell("picked", {});
    if (outcome.kind === "choice") this.#offer(outcome);
    this.#show();
    if (outcome.kind === "picked") this.#sayTargets();
  }

  #offer({ prefix, moves, more }) {
    const own = this.#symbolAt(prefix[0]);
    this.#choices = choicesOf(moves, more, own, this.#words).map((choice) => (
      { ...choice, drawing: this.#drawings[choice.symbol] }));
    this.#chooser.letters = this.#words.letters ?? {};
    this.#chooser.show(this.#choices, prefix[0], prefix.at(-1));
    this.#buttons.element.inert = true;
    this.#tell("choosing", { choices: this.#choices });
  }

  #take(square) {
    if (square !== this.#prefix.at(-1)) {
      this.#reset();
      this.#advance(press(this.#moves, [], square));
      if (this.#prefix.at(-1) !== square) return null;
    }
    this.#lifted = true;
    this.#show();
    return this.#symbolAt(this.#prefix[0]);
  }

  #put(square) {
    this.#lifted = false;
    if (square !== null && targets(this.#moves, this.#prefix).has(square)) this.#press(square);
    else this.#show();
  }

  #symbolAt(square) {
    return symbolAt(this.#view.picture, square);
  }

  #arrange() {
    const turned = "turned" in this.dataset;
    const { isConnected } = this.#over;
    if (this.#canvas.arrange(this.#view.picture, turned, this.#view.viewer) || !isConnected) {
      const [, , width, height] = this.#canvas.place.box;
      this.#over.style.aspectRatio = `${width} / ${height}`;
      this.#buttons.build(this.#canvas.place);
    }
    if (!isConnected) {
      this.querySelector("svg.board").setAttribute("aria-hidden", "true");
      this.#over.className = "board-over";
      this.#over.append(this.#buttons.element, this.#chooser.element);
      this.append(this.#over, this.#says);
    }
  }

  /** Draw everything as it stands. */
  #show() {
    if (this.#revealing) return;
    this.#arrange();
    drawScene(this.#canvas, this.#buttons, {
      view: this.#view,
      marks: this.#marks,
      moves: this.#moves,
      prefix: this.#prefix,
      chosen: this.#chosen,
      touched: this.#touched,
      lifted: this.#lifted,
      choosing: this.#chooser.open,
    }, (square, states) => this.#label(square, states));
    if (this.#back) drawBefore(this.#canvas, this.#last.before);
  }

  #label(square, states) {
    return squareLabel(this.#words, this.#view.picture, square, states);
  }

  #sayTargets() {
    const found = [...targets(this.#moves, this.#prefix)];
    this.#say([
      this.#label(this.#prefix.at(-1), ["selected"]),
      ...found.map(([square, risky]) => this.#label(square, risky ? ["risky"] : [])),
    ].join("; "));
  }

  #say(text) {
    this.#says.textContent = text;
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define("cavalier-board", CavalierBoard);
