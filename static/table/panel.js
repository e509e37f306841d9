// @ts-check
// The panel beside the board: the prompt for the reader, and its buttons.

import { drawing } from "../board/piece.js";
import { titleOf, together } from "../game/plates.js";
import { confirmed, counted, element, fill, hold, optional, query, queryAll, show, toast, unfold } from "../lib/dom.js";
import { Lazy } from "../lib/loader.js";
import { saveSetting } from "../lib/settings.js";
import { born, drawChoices, drawSpecials, goesOn } from "./choices.js";
import { drawJoin } from "./join.js";
import { lastSentences, pastWords, presentWords, willBeSent } from "./prompts.js";

const { dataset } = document.documentElement;

/** @import { DrawnChoice } from "../board/chooser.js" */
/** @import { BoardHost, CavalierBoard } from "../board/element.js" */
/** @import { ReplayedView } from "../game/replay.js" */
/** @import { MoveView, View } from "../game/view-types.js" */
/** @import { Actions, Send } from "./actions.js" */
/** @import { TimedView } from "./client.js" */
/** @import { Prompt } from "./handover.js" */
/** @import { PieceAt } from "./prompts.js" */
/** @import { TableWords } from "./words.js" */

/** The choice of a view, as a text: what was chosen in another one is dropped. @param {View} view */
const placeOf = ({ number, takebacks, sealed }) => `${number} ${takebacks} ${sealed?.id}`;

export class Panel {
  /** @type {TimedView | null} the view that was drawn last */
  drawn = null;
  /** @type {ReplayedView | null} */
  past = null;
  /** @type {Prompt | null} the text during the handover of the device */
  prompt = null;
  taken = ""; // The sentence on a takeback.
  /** @type {MoveView | null} */
  chosen = null;
  /** @type {number[]} the squares of an incomplete move */
  prefix = [];
  /** @type {DrawnChoice[]} moves with one way, between which the reader is asked to choose */
  choices = [];
  /** @type {PieceAt | null} the piece that becomes another by that choice */
  question = null;
  spelled = false; // Whether the last move was typed: then the next one will be.
  /** @type {MoveView | null} the move that is on its way */
  sending = null;
  linked = true; // Whether there is a connection for it.
  verdict = false; // Whether the panel shows the result of the last reveal.

  /**
   * `actions` does all that is not a move.
   * @param {TableWords} words
   * @param {TimedView} view the first one
   * @param {CavalierBoard} board
   * @param {Actions} actions
   * @param {Send} send
   */
  constructor(words, view, board, actions, send) {
    this.words = words;
    this.view = view;
    this.board = board;
    this.actions = actions;
    this.send = send;
    this.move = element("move", HTMLInputElement);
    const missing = () => toast(words.missing);
    this.armies = new Lazy(
      () => import("./armies.js"),
      ({ Armies }) => new Armies(words, board),
      missing,
    );
    this.typing = new Lazy(
      () => import("../game/move-text.js"),
      (module) => module,
      missing,
    );
    for (const [id, value] of [
      ["at-once", "off"],
      ["ask-first", "on"],
    ]) {
      const box = query(element(id), "input", HTMLInputElement);
      box.checked = dataset.confirm === value;
      box.addEventListener("change", () => {
        saveSetting("confirm", box.checked ? value : "variant");
        this.redraw();
      });
    }
    this.listen();
  }

  listen() {
    const { board } = this;
    const host = /** @type {BoardHost} */ (board);
    host.addEventListener("choose", ({ detail }) => this.choose(detail.move));
    host.addEventListener("confirm", ({ detail }) => this.play(detail.move));
    host.addEventListener("cancel", () => this.choose(null));
    host.addEventListener("choosing", ({ detail }) => this.offer(detail.choices));
    host.addEventListener("picked", ({ detail }) => this.pick(detail.path));
    /** @type {(id: string, act: () => void) => void} */
    const click = (id, act) => element(id).addEventListener("click", act);
    click("send", () => this.chosen && this.play(this.chosen));
    click("cancel", () => this.cancel());
    click("unseal", () => this.actions.busy("unseal", "unseal", { number: this.view.number }));
    element("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      this.type(this.move.value);
    });
    query(element("toast"), "button").addEventListener("click", () => show(element("toast"), false));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && this.chosen) this.cancel();
    else if (event.key === "Enter" && this.chosen && event.target === document.body) this.play(this.chosen);
    else if (
      event.key.toLowerCase() === "m" &&
      !(event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) &&
      !element("typed").hidden
    ) {
      event.preventDefault();
      this.move.focus();
    }
  }

  /**
   * Draws a view, in place of which the board may show another position, with a prompt for the next holder of the device.
   * @param {TimedView} view
   * @param {ReplayedView | null} past
   * @param {Prompt | null} prompt
   */
  draw(view, past, prompt) {
    const before = this.drawn;
    this.view = view;
    this.drawn = view;
    this.past = past;
    this.prompt = prompt;
    if (past) this.chosen = null;
    if (before && placeOf(before) !== placeOf(view)) this.clear();
    if (before && before.number !== view.number) {
      this.taken = this.takenBack(before.number - view.number);
      this.verdict = view.number === before.number + 1 && together(before);
      const revealed = this.verdict ? before : null;
      if (revealed || this.armies.needed) this.armies.use((part) => part.draw(revealed, view));
    } else if (view.result && !before?.result) {
      this.verdict = false; // The end came after the turn, and not by it.
    }
    if (view.sealed) this.armies.use(() => {}); // It has to be there when the turn is revealed.
    this.redraw();
  }

  /** Drop the choice and its text. */
  clear() {
    this.chosen = null;
    this.prefix = [];
    this.sending = null;
    this.refuse("");
    this.move.value = "";
    element("move-error").textContent = "";
  }

  /** The sentence on a takeback of this many turns. @param {number} count */
  takenBack(count) {
    if (count < 1) return "";
    return counted(this.words.taken_back, count);
  }

  /** Whether a move is only chosen when its last square is pressed, and sent when that is confirmed. */
  get confirms() {
    const { confirm } = dataset;
    return confirm === "on" || (confirm !== "off" && together(this.view));
  }

  redraw() {
    const { view, words, chosen, past } = this;
    const { classList } = query(document, "main");
    classList.toggle("over", Boolean(view.result));
    classList.toggle("past", Boolean(view.result && past));
    const me = view.viewer === null ? null : view.chairs[view.viewer];
    const running = view.status === "running";
    const mine = !past && running && me?.state === "choosing" && view.moves.length > 0;
    const hand = past ? null : this.prompt;
    const verdict = this.verdict && !past && !hand && !view.sealed && !chosen && !this.sending;
    const lastTurn = this.taken || lastSentences(view);
    unfold(element("hand"), Boolean(hand));
    if (hand) element("hand-yes").textContent = hand.i_am;
    const [headline, explain] = past
      ? pastWords(past, words)
      : hand
        ? [hand.to, [lastTurn]]
        : presentWords({
            view,
            words,
            chosen,
            lastTurn,
            verdict,
            sending: this.sending,
            linked: this.linked,
            choices: this.choices,
            question: this.question,
            goesOn: goesOn(this.prefix, this.board, view.picture),
          });
    this.say(headline, explain);
    this.drawRolled(past ?? view);
    document.title = (mine ? "● " : "") + titleOf(view, words);

    const sealed = Boolean(view.sealed) && !past;
    show(element("envelope"), sealed);
    element("state").classList.toggle("has-env", sealed);
    unfold(element("break"), sealed);
    show(element("broken"), verdict);
    show(element("after"), verdict);
    const onBoard = view.moves.some(({ path }) => path.length);
    show(
      element("decide"),
      mine &&
        !verdict &&
        !this.choices.length &&
        (Boolean(chosen) || (this.confirms && (onBoard || Boolean(this.sending)))),
    );
    this.drawSend();
    this.drawTyped(mine);
    show(element("legend"), mine && view.moves.some(({ risky }) => risky));
    drawSpecials(mine ? view.moves : [], (move) => this.confirmSpecial(move));

    const open = view.status === "open" && !me;
    show(element("join"), drawJoin(view, Boolean(past)) || open);
    for (const button of queryAll(element("join"), "[data-free]")) {
      show(button, open && view.chairs[Number(button.dataset.free)].state === "free");
    }
    if (optional("invite")) show(element("invite"), view.status === "open" && Boolean(me));
    show(element("wishes"), Boolean(me) && running);
    show(element("at-once"), together(view));
    show(element("ask-first"), !together(view));
    this.actions.draw(view);
  }

  /**
   * The focus is where it fell when the field went away with a move that was typed in it: the next one is typed, too.
   * @param {boolean} shown
   */
  drawTyped(shown) {
    const comes = shown && element("typed").hidden;
    show(element("typed"), shown);
    const { activeElement: focused } = document;
    if (comes && this.spelled && (focused === document.body || focused === element("state"))) {
      this.move.focus({ preventScroll: true });
    }
  }

  /** An unchanged text is not replaced: it would be announced again. @param {string} headline @param {(Node | string)[]} explain */
  say(headline, explain) {
    const title = element("headline");
    if (title.textContent !== headline) title.textContent = headline;
    element("explain").replaceChildren(...explain);
    show(element("explain"), element("explain").textContent !== "");
  }

  /** A move was entered up to the last of these squares. @param {number[]} path */
  pick(path) {
    this.spelled = false;
    if (!this.verdict && path.length < 2 && this.prefix.length < 2) return;
    this.verdict = false;
    this.prefix = path;
    this.redraw();
  }

  /**
   * The last outcome of a chance player, as pieces; the sentence beside them says it.
   * @param {Pick<View, "turns" | "result"> | ReplayedView} view
   */
  drawRolled(view) {
    const turn = view.turns.at(-1);
    const pieces = !view.result && turn?.chance ? turn.events.flatMap((event) => event.pieces) : [];
    element("rolled").replaceChildren(...pieces.map((symbol) => drawing(this.board, symbol, "die")));
    show(element("rolled"), pieces.length > 0);
  }

  /** The button that sends the chosen move keeps its size while the move is on its way. */
  drawSend() {
    const { view, words, chosen } = this;
    const button = element("send", HTMLButtonElement);
    const busy = !chosen && Boolean(this.sending);
    if (!busy) button.style.minWidth = "";
    else hold(button);
    button.setAttribute("aria-busy", String(busy));
    button.disabled = !busy && !chosen;
    const several = together(view);
    if (busy) button.textContent = several ? words.sealing : words.sending;
    else if (chosen) button.textContent = fill(several ? words.seal : words.play, { move: chosen.label });
    else button.textContent = several ? words.seal_none : words.play_none;
    // Its space is reserved: the button beside it keeps its size.
    element("cancel").classList.toggle("idle", !chosen);
  }

  /** @param {boolean} yes */
  link(yes) {
    if (this.linked === yes) return;
    this.linked = yes;
    if (this.drawn) this.redraw();
  }

  /** The state of a move that was sent without a connection; "" for none. */
  willBeSent() {
    return this.sending ? fill(willBeSent(this.view, this.words), { move: this.sending.label }) : "";
  }

  /** Whether a move is on its way, which another one would not overtake. */
  get busy() {
    return this.linked && this.sending !== null;
  }

  /** @param {MoveView | null} move */
  choose(move) {
    if (this.busy) this.board.pending(this.sending);
    const chosen = this.busy ? null : move;
    this.chosen = chosen;
    this.prefix = [];
    this.verdict = false;
    if (move) this.move.value = "";
    element("move-error").textContent = "";
    if (chosen?.special) this.confirmSpecial(chosen);
    else if (chosen && !this.confirms) this.play(chosen);
    else this.redraw();
  }

  cancel() {
    this.board.pending(null);
    this.choose(null);
  }

  /** @param {DrawnChoice[]} choices */
  offer(choices) {
    this.choices = choices;
    this.question = born(choices, this.board, this.view.picture);
    drawChoices(choices, this.board);
    this.redraw();
  }

  /** @param {MoveView} move */
  async confirmSpecial(move) {
    const { title = "", ask = "" } = move;
    if (await confirmed(title, ask, title, this.words.cancel)) this.play(move);
    else this.cancel();
  }

  /** @param {string} text */
  type(text) {
    if (!text.trim() && this.chosen) this.play(this.chosen);
    else this.typing.use(({ moveOf }) => this.spell(text, moveOf(text, this.view.moves, this.words.letters)));
  }

  /** Chooses the one move that a text may mean. @param {string} text @param {MoveView[]} found */
  spell(text, found) {
    if (found.length !== 1) {
      const labels = found.map(({ id, label }) => `${label} (${id})`).join(", ");
      const why = found.length ? this.words.several_moves : this.words.not_a_move;
      element("move-error").textContent = fill(why, { text, moves: labels });
      return;
    }
    const [move] = found;
    this.spelled = true;
    if (move.path.length) this.board.pending(move);
    this.choose(move);
    if (this.chosen) element("send").focus();
  }

  /** @param {MoveView} move */
  play(move) {
    if (this.busy) return this.board.pending(this.sending);
    this.refuse("");
    this.chosen = null;
    this.sending = move;
    this.redraw();
    const { number, takebacks } = this.view;
    this.send("act", { number, takebacks, move: move.id }).then(() => {
      // While the turn that it led to is being shown, the move is still on its way for this panel.
      if (this.sending !== move || this.board.view?.number !== number) return;
      this.sending = null;
      this.redraw();
    });
  }

  /** @param {string} sentence */
  refuse(sentence) {
    const notice = element("refusal");
    show(notice, Boolean(sentence));
    query(notice, "b").textContent = sentence ? this.words.not_done : "";
    query(notice, "span").textContent = sentence;
    if (!sentence) return;
    this.sending = null;
    this.board.pending(null);
    this.chosen = null;
    if (this.drawn) this.redraw();
  }
}
