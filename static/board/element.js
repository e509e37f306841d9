/** `<cavalier-board>`: makes the server's drawing of a board playable. It knows no rules: it narrows a list of moves.
 *
 * It contains the live SVG of `server/drawing/diagram.py`. Attributes: `data-drawings` (JSON: symbol -> drawing),
 * `data-turned` (present: seen from the other side), `data-flipped` (present: that is turned over), `data-words` (JSON:
 * `board`, `choose`, `empty`, `hand`, `pieces` {symbol: name}, `letters` {letter of a piece: the reader's}, and the states `movable selected safe risky pending
 * sealed planned check unseen appeared last elsewhere`).
 *
 * Properties: `view` (a table's view; of it `number`, `takebacks`, `picture`, `moves`, `sealed`, `turns`, `signs`, `chairs`,
 * `viewer`, `plan` used), `ahead` (moves that may be entered while none is offered), `chosen` (the move that waits for its
 * confirmation, or null), `hold` (milliseconds for which nothing moves before the turn of several seats is shown). Methods: `pending(move or null)` shows a move as chosen or drops it,
 * without an event; `pick(index)` answers the chooser (null: nothing); `jump(view)` shows a view at once; `hurry()` ends
 * what travels.
 *
 * Events, all bubbling: `choose` {id, move} a move is complete and waits for confirmation; `confirm` {id, move} its target was
 * pressed again; `cancel` what was picked or chosen is dropped; `picked` {path} a piece was picked up, or its move goes on from the last of these squares; `choosing` {choices:
 * [{move, label, symbol, drawing, risky, more}]} several moves are possible (an empty list when that is over);
 * `revealing` {turn} the turn of several seats begins to be shown, `breaking` its pieces begin to travel; `settled`
 * {number} a new turn is shown; `shown` {view} the picture of a view is on the board; `arranged` everything has new places.
 */

import { reveal } from "./animation.js";
import { Chooser } from "./chooser.js";
import { MoveInput } from "./input.js";
import { Layers } from "./layers.js";
import { latestEvents, marksOf } from "./marks.js";
import { spread } from "./offers.js";
import { drawScene, symbolAt } from "./scene.js";
import { Squares } from "./squares.js";
import { Surface } from "./surface.js";

/** Whether a view is of the same or the next turn as another, for the same viewer, or with the same picture. */
const goesOn = (before, view) =>
  before.takebacks === view.takebacks &&
  (view.number === before.number || view.number === before.number + 1) &&
  (view.viewer === before.viewer || JSON.stringify(view.picture) === JSON.stringify(before.picture));
const calm = () =>
  document.hidden ||
  document.documentElement.dataset.animation === "off" ||
  matchMedia("(prefers-reduced-motion: reduce)").matches;
/** Whether several seats acted in a turn. */
const several = (turn, arrows) =>
  Math.max(Object.keys(turn.texts ?? {}).length, new Set(arrows.map(({ seat }) => seat)).size) > 1;
const ids = (moves) => (moves ?? []).map(({ id }) => id).join();

class CavalierBoard extends HTMLElement {
  static observedAttributes = ["data-turned", "data-flipped", "data-words"];

  hold = 0;

  #surface = null;
  #input = null;
  #view = null;
  #marks = marksOf(null, {});
  /** True once a piece was picked up this turn: the arrows of the last turn are gone. */
  #touched = false;
  /** Ends the show of a turn; while it still goes on towards its verdict the element draws nothing itself. */
  #finish = null;
  #ahead = [];
  #revealing = false;
  /** Views that came while pieces still travel. */
  #queue = [];

  connectedCallback() {
    if (this.#surface) return;
    const surface = new Surface(this);
    surface.layers = new Layers(this.querySelector("svg.board"), surface.drawings);
    surface.buttons = new Squares(surface.words.board);
    surface.chooser = new Chooser(surface.layers, surface.words.choose, (index) => this.pick(index));
    this.#surface = surface;
    this.#input = new MoveInput(surface, {
      begin: () => this.#begin(),
      show: () => this.#show(),
      symbolAt: (square) => symbolAt(this.#view.picture, square),
    });
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#input.begun) {
        event.preventDefault();
        this.#input.drop();
      }
    });
    if (this.#view) this.#show();
  }

  disconnectedCallback() {
    this.#stopReveal();
  }

  attributeChangedCallback(name) {
    if (!this.#surface) return;
    if (name === "data-words") this.#surface.readWords();
    else this.#stopReveal();
    if (this.#view) this.#show();
  }

  get view() {
    return this.#queue.at(-1) ?? this.#view;
  }

  /** Pieces that travel arrive before the next view is shown. */
  set view(view) {
    if (this.#revealing && !document.hidden && goesOn(this.view, view)) {
      this.#queue.push(view);
      return;
    }
    this.#queue = [];
    this.#follow(view);
  }

  /** Show a requested view at once. The only event is that of a new turn. */
  jump(view) {
    this.#queue = [];
    this.#stopReveal();
    this.#follow(view, true);
  }

  /** All that is on its way has arrived. */
  hurry() {
    this.#stopReveal();
  }

  #follow(view, quiet = false) {
    const before = this.#view;
    const stays =
      before &&
      goesOn(before, view) &&
      before.number === view.number &&
      before.sealed?.id === view.sealed?.id &&
      ids(before.moves) === ids(view.moves);
    if (!stays) this.#stopReveal();
    this.#view = view;
    if (!this.#surface) return;
    if (stays) {
      if (!this.#finish) this.#show();
      if (!quiet) this.#surface.dispatch("shown", { view });
      return;
    }
    const turn = view.turns?.at(-1);
    const shown = turn?.number === view.number ? turn : null;
    const next = before && shown && view.number === before.number + 1;
    this.#input.reset();
    this.#surface.say("");
    this.#marks = marksOf(shown && { events: latestEvents(view) }, view.signs ?? {});
    if (before?.number !== view.number) this.#touched = false;
    this.#input.moves = [];
    const newest = marksOf(shown, view.signs ?? {});
    const same = next && before.picture.size.join() === view.picture.size.join();
    if (same && newest.arrows.length && !calm()) {
      this.#surface.arrange(this.#view);
      this.#reveal({ before: before.picture, marks: newest, turn }, quiet);
    } else {
      this.#settle(Boolean(next), quiet);
    }
  }

  #reveal({ before, marks, turn }, quiet) {
    const together = several(turn, marks.arrows);
    this.#revealing = true;
    if (together) this.#surface.dispatch("revealing", { turn });
    this.#finish = reveal(this.#surface.layers, before, marks, {
      several: together,
      hold: together ? this.hold : 0,
      open: () => together && this.#surface.dispatch("breaking", {}),
      verdict: () => this.#settle(true, quiet),
      end: () => this.#end(),
    });
  }

  /** Moves that may be entered while none is offered: premoves. */
  set ahead(moves) {
    this.#ahead = moves;
    if (this.#revealing || !this.#view || this.#input.begun) return;
    this.#offer();
    this.#show();
  }

  #offer() {
    const { sealed, moves, picture } = this.#view;
    const offered = sealed ? [] : moves?.length ? moves : this.#ahead;
    this.#input.moves = spread(
      offered.filter(({ path }) => path.length),
      picture,
    );
  }

  /** The layout of `board/geometry.js`. */
  get place() {
    return this.#surface.layers.place;
  }

  /** The square under a point of the window, or null. */
  squareAt(x, y) {
    return this.#surface.buttons.squareAt(x, y);
  }

  /** Announce to screen readers. */
  say(text) {
    this.#surface.say(text);
  }

  get chosen() {
    return this.#input?.chosen ?? null;
  }

  pending(move) {
    if (move) this.#begin();
    this.#input.reset();
    if (move) this.#input.choose(move);
    this.#show();
  }

  pick(index) {
    this.#input.pick(index);
  }

  /** The player turns to the next move: the last one has been seen. */
  #begin() {
    this.#stopReveal();
    this.#touched = true;
  }

  /** The picture of the view is now on the board, and its moves may be played. */
  #settle(isNew, quiet) {
    const view = this.#view;
    this.#revealing = false;
    this.#offer();
    this.#show();
    if (isNew) this.#surface.dispatch("settled", { number: view.number });
    if (!quiet) this.#surface.dispatch("shown", { view });
    const following = this.#queue.shift();
    if (following) this.#follow(following);
  }

  #end() {
    if (this.#revealing) return; // The next turn travels already.
    this.#finish = null;
    this.#show();
  }

  /** Queued views are shown at once, too. */
  #stopReveal() {
    while (this.#finish) {
      const finish = this.#finish;
      this.#finish = null;
      finish();
    }
  }

  /** Draw the current state. */
  #show() {
    if (this.#revealing) return;
    this.#surface.arrange(this.#view);
    const { layers, buttons, chooser } = this.#surface;
    const { moves, prefix, chosen, lifted } = this.#input;
    drawScene(
      layers,
      buttons,
      {
        view: this.#view,
        marks: this.#marks,
        moves,
        prefix,
        chosen,
        touched: this.#touched,
        lifted,
        choosing: chooser.open,
      },
      (square, states) => this.#surface.label(square, states),
    );
  }
}

customElements.define("cavalier-board", CavalierBoard);
