// @ts-check
// `<cavalier-board>`: makes the server's drawing of a board playable. It knows no rules: it narrows a list of moves.
//
// It contains the live SVG of `server/drawing/diagram.py`. Attributes: `data-drawings` (JSON: symbol -> drawing),
// `data-turned` (present: seen from the other side), `data-flipped` (present: that is turned over), `data-words` (JSON:
// `board`, `choose`, `empty`, `hand`, `pieces` {symbol: name}, `letters` {letter of a piece: the reader's}, and the states
// `movable selected safe risky pending sealed planned check unseen appeared last elsewhere`).

/** @import { MoveView, PictureView, PlanView, TurnView, View } from "../game/view-types.js" */
/** @import { DrawnChoice } from "./chooser.js" */
/** @import { Arrow, Marks } from "./marks.js" */
import { reveal } from "./animation.js";
import { Chooser } from "./chooser.js";
import { MoveInput } from "./input.js";
import { latestEvents, marksOf } from "./marks.js";
import { spread } from "./offers.js";
import { drawScene, symbolAt } from "./scene.js";
import { Surface } from "./surface.js";

/** @typedef {Pick<TurnView, "number" | "texts" | "events" | "latest">} BoardTurn */

/**
 * What a board uses of the view of a table, a puzzle, an example.
 * @typedef {object} BoardView
 * @property {number} number
 * @property {number | string} [takebacks] with `number` it identifies the position
 * @property {PictureView} picture
 * @property {number | null} [viewer]
 * @property {MoveView[]} [moves]
 * @property {MoveView | null} [sealed]
 * @property {PlanView | null} [plan]
 * @property {boolean} [past] of a position of the past, which takes no moves
 * @property {BoardTurn[]} [turns]
 * @property {View["signs"]} [signs]
 */

/**
 * The events of a board, which all bubble, and their details.
 * @typedef {object} BoardEvents
 * @property {{ id: string, move: MoveView }} choose a move is complete and waits for confirmation
 * @property {{ id: string, move: MoveView }} confirm the target of the chosen move was pressed again
 * @property {{}} cancel what was picked or chosen is dropped
 * @property {{ path: number[] }} picked a piece was picked up, or its move goes on from the last of these squares
 * @property {{ choices: DrawnChoice[] }} choosing several moves are possible; an empty list when that is over
 * @property {{ turn: BoardTurn }} revealing the turn of several seats begins to be shown
 * @property {{}} breaking its pieces begin to travel
 * @property {{ number: number }} settled a new turn is shown
 * @property {{ view: BoardView }} shown the picture of a view is on the board
 * @property {{ view: BoardView }} jumped a requested view is shown
 * @property {{}} arranged everything has new places
 */

/**
 * An element that can be listened to for these events.
 * @typedef {{
 *   addEventListener<Name extends keyof BoardEvents>(
 *     type: Name,
 *     listener: (event: CustomEvent<BoardEvents[Name]>) => void,
 *     options?: boolean | AddEventListenerOptions,
 *   ): void;
 * } & HTMLElement} BoardHost
 */

/**
 * Whether a view is of the same or the next turn as another, for the same viewer, or with the same picture.
 * @param {BoardView} before
 * @param {BoardView} view
 */
const goesOn = (before, view) =>
  before.takebacks === view.takebacks &&
  (view.number === before.number || view.number === before.number + 1) &&
  (view.viewer === before.viewer || JSON.stringify(view.picture) === JSON.stringify(before.picture));
const calm = () =>
  document.hidden ||
  document.documentElement.dataset.animation === "off" ||
  matchMedia("(prefers-reduced-motion: reduce)").matches;
/** Whether several seats acted in a turn. @param {BoardTurn} turn @param {Arrow[]} arrows */
const several = (turn, arrows) =>
  Math.max(Object.keys(turn.texts).length, new Set(arrows.map(({ seat }) => seat)).size) > 1;
/** @param {MoveView[] | undefined} moves */
const ids = (moves) => (moves ?? []).map(({ id }) => id).join();

export class CavalierBoard extends /** @type {new () => BoardHost} */ (HTMLElement) {
  static observedAttributes = ["data-turned", "data-flipped", "data-words"];

  /** Milliseconds for which nothing moves before the turn of several seats is shown. */
  hold = 0;

  // Any, because they are null before the element is connected, when it draws nothing.
  /** @type {Surface} */
  #surface = /** @type {any} */ (null);
  /** @type {Chooser} */
  #chooser = /** @type {any} */ (null);
  /** @type {MoveInput} */
  #input = /** @type {any} */ (null);
  /** @type {BoardView | null} */
  #view = null;
  #marks = marksOf(null, {});
  /** True once a piece was picked up this turn: the arrows of the last turn are gone. */
  #touched = false;
  /**
   * Ends the show of a turn; while it still goes on towards its verdict the element draws nothing itself.
   * @type {(() => void) | null}
   */
  #finish = null;
  /** @type {MoveView[]} */
  #ahead = [];
  #revealing = false;
  /** Views that came while pieces still travel. @type {BoardView[]} */
  #queue = [];

  connectedCallback() {
    if (this.#surface) return;
    const surface = new Surface(this);
    this.#surface = surface;
    this.#chooser = new Chooser(surface.layers, surface.words.choose, (index) => this.pick(index));
    surface.lay(this.#chooser.element);
    this.#input = new MoveInput(surface, this.#chooser, {
      begin: () => this.#begin(),
      show: () => this.#show(),
      symbolAt: (square) => (this.#view ? symbolAt(this.#view.picture, square) : ""),
    });
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#input.begun) {
        event.preventDefault();
        this.#input.drop();
      }
    });
    this.#show();
  }

  disconnectedCallback() {
    this.#stopReveal();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (!this.#surface) return;
    if (name === "data-words") this.#surface.readWords();
    else this.#stopReveal();
    this.#show();
  }

  /** The newest view, which may wait for the pieces of the one before. @returns {BoardView | null} */
  get view() {
    return this.#queue.at(-1) ?? this.#view;
  }

  /** Pieces that travel arrive before the next view is shown. @param {BoardView} view */
  set view(view) {
    const before = this.view;
    if (this.#revealing && !document.hidden && before && goesOn(before, view)) {
      this.#queue.push(view);
      return;
    }
    this.#queue = [];
    this.#follow(view);
  }

  /** Show a requested view at once. The only other event is that of a new turn. @param {BoardView} view */
  jump(view) {
    this.#queue = [];
    this.#stopReveal();
    this.#follow(view, true);
    this.#surface?.dispatch("jumped", { view });
  }

  /** All that is on its way has arrived. */
  hurry() {
    this.#stopReveal();
  }

  /** @param {BoardView} view */
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
    const shown = turn && turn.number === view.number ? turn : null;
    const next = before && shown && view.number === before.number + 1;
    this.#input.reset();
    this.#surface.say("");
    this.#marks = marksOf(shown && { events: latestEvents(view) }, view.signs ?? {});
    if (before?.number !== view.number) this.#touched = false;
    this.#input.moves = [];
    const newest = marksOf(shown, view.signs ?? {});
    const same = next && before.picture.size.join() === view.picture.size.join();
    if (same && newest.arrows.length && !calm()) {
      this.#surface.arrange(view);
      this.#reveal(before.picture, newest, shown, quiet);
    } else {
      this.#settle(Boolean(next), quiet);
    }
  }

  /** @param {PictureView} before @param {Marks} marks @param {BoardTurn} turn @param {boolean} quiet */
  #reveal(before, marks, turn, quiet) {
    const together = several(turn, marks.arrows);
    this.#revealing = true;
    if (together) this.#surface.dispatch("revealing", { turn });
    this.#finish = reveal(this.#surface.layers, before, marks, {
      several: together,
      hold: together ? this.hold : 0,
      open: () => {
        if (together) this.#surface.dispatch("breaking", {});
      },
      verdict: () => this.#settle(true, quiet),
      end: () => this.#end(),
    });
  }

  /** Moves that may be entered while none is offered: premoves. @param {MoveView[]} moves */
  set ahead(moves) {
    this.#ahead = moves;
    if (this.#revealing || !this.#view || this.#input.begun) return;
    this.#offer(this.#view);
    this.#show();
  }

  /** @param {BoardView} view */
  #offer({ sealed, moves, picture, past }) {
    const offered = sealed || past ? [] : moves?.length ? moves : this.#ahead;
    this.#input.moves = spread(
      offered.filter(({ path }) => path.length),
      picture,
    );
  }

  /** The layout of `board/geometry.js`. */
  get place() {
    return this.#surface.layers.place;
  }

  /** The square under a point of the window, or null. @param {number} x @param {number} y */
  squareAt(x, y) {
    return this.#surface.buttons.squareAt(x, y);
  }

  /** Announce to screen readers. @param {string} text */
  say(text) {
    this.#surface.say(text);
  }

  /** The move that waits for its confirmation, or null. */
  get chosen() {
    return this.#input?.chosen ?? null;
  }

  /** Show a move as chosen, or with null drop it, without an event. @param {MoveView | null} move */
  pending(move) {
    if (move) this.#begin();
    this.#input.reset();
    if (move) this.#input.choose(move);
    this.#show();
  }

  /** Answer the chooser, with null by nothing. @param {number | null} index */
  pick(index) {
    this.#input.pick(index);
  }

  /** The player turns to the next move: the last one has been seen. */
  #begin() {
    this.#stopReveal();
    this.#touched = true;
  }

  /**
   * The picture of the view is now on the board, and its moves may be played.
   * @param {boolean} isNew
   * @param {boolean} quiet
   */
  #settle(isNew, quiet) {
    const view = /** @type {BoardView} */ (this.#view);
    this.#revealing = false;
    this.#offer(view);
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
    const view = this.#view;
    if (this.#revealing || !view) return;
    this.#surface.arrange(view);
    const { layers, buttons } = this.#surface;
    const { moves, prefix, chosen, lifted } = this.#input;
    drawScene(
      layers,
      buttons,
      {
        view,
        marks: this.#marks,
        moves,
        prefix,
        chosen,
        touched: this.#touched,
        lifted,
        choosing: this.#chooser.open,
      },
      (square, states) => this.#surface.label(square, states),
    );
  }
}

customElements.define("cavalier-board", CavalierBoard);
