/** `<cavalier-board>`: makes the server's drawing of a board playable. It knows no rules: it narrows a list of moves.
 *
 * Inside stands the live SVG of `server/drawing/diagram.py`. Attributes: `data-drawings` (JSON: symbol -> drawing),
 * `data-turned` (present: seen from the other side), `data-words` (JSON: `board`, `choose`, `empty`, `hand`, `pieces`
 * {symbol: name}, and the states `movable selected safe risky pending sealed check unseen last elsewhere`).
 *
 * Properties: `view` (a table's view; of it `number`, `takebacks`, `picture`, `moves`, `sealed`, `turns`, `signs`, `chairs`,
 * `viewer` used), `chosen` (the move that waits for its confirmation, or null). Methods: `pending(move or null)` shows a
 * move as chosen or drops it, without an event; `pick(index)` answers the chooser (null: nothing).
 *
 * Events, all bubbling: `choose` {id, move} a move is told completely and waits; `confirm` {id, move} its target was
 * pressed again; `cancel` what was picked or chosen is dropped; `choosing` {choices: [{move, label, symbol, drawing,
 * risky, more}]} several moves are possible (an empty list when that is over); `settled` {number} a new turn is shown.
 */

import { Buttons } from "./board/buttons.js";
import { Canvas } from "./board/canvas.js";
import { Chooser } from "./board/chooser.js";
import { watchDrags } from "./board/drag.js";
import { choicesOf, squareLabel, squareStates } from "./board/labels.js";
import { press, spread, targets } from "./board/narrow.js";
import { reveal } from "./board/reveal.js";
import { latestEvents, marksOf } from "./board/story.js";

const read = (text) => JSON.parse(text || "{}");
/** Whether a view shows what comes right after another, or the same: to the same eyes, or to all. */
const goesOn = (before, view) => before.takebacks === view.takebacks
  && (view.number === before.number || view.number === before.number + 1)
  && (view.viewer === before.viewer || JSON.stringify(view.picture) === JSON.stringify(before.picture));
const ids = (moves) => (moves ?? []).map(({ id }) => id).join();

class CavalierBoard extends HTMLElement {
  static observedAttributes = ["data-turned", "data-words"];

  #canvas = null;
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

  /** Show what somebody asked to see; what still travels has arrived. */
  jump(view) {
    this.#queue = [];
    this.#stopReveal();
    this.view = view;
  }

  #follow(view) {
    const before = this.#view;
    const stays = before && goesOn(before, view) && before.number === view.number
      && before.sealed?.id === view.sealed?.id
      && ids(before.moves) === ids(view.moves);
    if (!stays) this.#stopReveal();
    this.#view = view;
    if (!this.#canvas) return;
    if (stays) {
      if (!this.#finish) this.#show();
      return;
    }
    const turn = view.turns?.at(-1);
    const shown = turn?.number === view.number ? turn : null;
    const next = before && shown && view.number === before.number + 1;
    this.#reset();
    this.#say("");
    this.#marks = marksOf(shown && { events: latestEvents(view) }, view.signs ?? {});
    if (before?.number !== view.number) this.#touched = false;
    this.#moves = [];
    const calm = document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
    const newest = marksOf(shown, view.signs ?? {});
    if (next && !calm && newest.arrows.length && before.picture.size.join() === view.picture.size.join()) {
      this.#arrange();
      this.#revealing = true;
      this.#finish = reveal(this.#canvas, before.picture, newest, () => this.#settle(true), () => this.#end());
    } else {
      this.#settle(Boolean(next));
    }
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
  #settle(isNew) {
    const view = this.#view;
    this.#revealing = false;
    this.#moves = view.sealed ? [] : spread((view.moves ?? []).filter((move) => move.path.length), view.picture);
    this.#show();
    if (isNew) this.#tell("settled", { number: view.number });
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
    if (outcome.kind === "choice") this.#offer(outcome);
    this.#show();
    if (outcome.kind === "picked") this.#sayTargets();
  }

  #offer({ prefix, moves, more }) {
    const own = this.#symbolAt(prefix[0]);
    this.#choices = choicesOf(moves, more, own, this.#words).map((choice) => (
      { ...choice, drawing: this.#drawings[choice.symbol] }));
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
    const { size, board, hands } = this.#view.picture;
    const cells = size[0] * size[1];
    return square < cells ? board[square] : (hands ?? []).flat()[square - cells];
  }

  #arrange() {
    const turned = "turned" in this.dataset;
    if (this.#canvas.arrange(this.#view.picture, turned, this.#view.viewer) || !this.#buttons.element.isConnected) {
      this.#buttons.build(this.#canvas.place);
    }
    if (!this.#buttons.element.isConnected) {
      this.querySelector("svg.board").setAttribute("aria-hidden", "true");
      this.append(this.#buttons.element, this.#chooser.element, this.#says);
    }
  }

  /** Draw everything as it stands. */
  #show() {
    if (this.#revealing) return;
    const { picture, sealed } = this.#view;
    this.#arrange();
    const canvas = this.#canvas;
    const open = targets(this.#moves, this.#chooser.open ? [] : this.#prefix);
    const occupied = (square) => Boolean(this.#symbolAt(square));
    canvas.last(this.#marks.last);
    canvas.own(picture.marks ?? {});
    canvas.pieces(picture, [], this.#faint(sealed));
    if (this.#touched) canvas.clear("arrows", "clash", "lost");
    else {
      canvas.arrows(this.#marks.arrows, occupied);
      canvas.clash(this.#marks.clash);
      canvas.lost(this.#marks.lost, this.#marks.arrows);
    }
    canvas.selected(this.#prefix[0] ?? (this.#chosen ? this.#chosen.path[0] : undefined));
    // A ghost on its target is framed as a piece would be.
    const held = (square) => square === this.#chosen?.path.at(-1) || occupied(square);
    if (this.#prefix.length && !this.#chooser.open) canvas.targets(open, held);
    else canvas.clear("targets");
    this.#ghosts(sealed);
    const [origins, prefix, chosen, { last }] = [targets(this.#moves, []), this.#prefix, this.#chosen, this.#marks];
    const scene = { picture, sealed, open, origins, prefix, chosen, last };
    this.#buttons.describe((square) => {
      const { states, kind } = squareStates(scene, square);
      return { label: this.#label(square, states), kind };
    });
    this.#buttons.suggest(this.#moves[0]?.path[0]);
  }

  /** Squares whose pieces are pale: the dragged piece's own, and the one a ghost stands on. */
  #faint(sealed) {
    const path = sealed?.path ?? this.#chosen?.path ?? this.#prefix;
    return [...(this.#lifted ? path.slice(0, 1) : []), ...(path.length > 1 ? path.slice(-1) : [])];
  }

  #ghosts(sealed) {
    const own = sealed?.path?.length ? this.#symbolAt(sealed.path[0]) : "";
    if (sealed?.path?.length) {
      const move = (this.#view.moves ?? []).find(({ id }) => id === sealed.id);
      return this.#canvas.sealed(sealed.path, move?.becomes ?? own);
    }
    const path = this.#chosen?.path ?? this.#prefix;
    if (path.length < 2 && !this.#chosen) return this.#canvas.clear("sealed");
    const symbol = this.#chosen?.becomes ?? this.#symbolAt(path[0]);
    return this.#canvas.ghosts(symbol ? [{ square: path.at(-1), symbol }] : []);
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
