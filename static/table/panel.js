// The panel beside the board: the prompt for the reader, and its buttons.

import { drawing } from "../board/piece.js";
import { titleOf, together } from "../game/plates.js";
import { confirmed, counted, element, fill, hold, optional, show, toast, unfold } from "../lib/dom.js";
import { Lazy } from "../lib/loader.js";
import { saveSetting } from "../lib/settings.js";
import { born, drawChoices, drawSpecials, goesOn } from "./choices.js";
import { drawJoin } from "./join.js";
import { lastSentences, pastWords, presentWords, willBeSent } from "./prompts.js";

const { dataset } = document.documentElement;

export class Panel {
  // `state` is what the page shows, `actions` does all that is not a move; `send(event, fields)` ends when the server has
  // answered.
  constructor(words, state, board, actions, send) {
    Object.assign(this, { words, state, board, actions, send });
    this.view = null; // The view that was drawn last.
    this.prompt = null; // The text during the handover of the device.
    this.taken = ""; // The sentence on a takeback.
    this.chosen = null;
    this.prefix = []; // The squares of an incomplete move.
    this.choices = []; // Moves with one way, between which the reader is asked to choose.
    this.spelled = false; // Whether the last move was typed: then the next one will be.
    this.sending = null; // The move that is on its way.
    this.linked = true; // Whether there is a connection for it.
    this.verdict = false; // Whether the panel shows the result of the last reveal.
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
      const box = element(id).querySelector("input");
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
    board.addEventListener("choose", ({ detail }) => this.choose(detail.move));
    board.addEventListener("confirm", ({ detail }) => this.play(detail.move));
    board.addEventListener("cancel", () => this.choose(null));
    board.addEventListener("choosing", ({ detail }) => this.offer(detail.choices));
    board.addEventListener("picked", ({ detail }) => this.pick(detail.path));
    const click = (id, act) => element(id).addEventListener("click", act);
    click("send", () => this.play(this.chosen));
    click("cancel", () => this.cancel());
    click("unseal", () => this.actions.busy("unseal", "unseal", { number: this.view.number }));
    element("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      this.type(element("move").value);
    });
    element("toast")
      .querySelector("button")
      .addEventListener("click", () => show(element("toast"), false));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && this.chosen) this.cancel();
    else if (event.key === "Enter" && this.chosen && event.target === document.body) this.play(this.chosen);
    else if (
      event.key.toLowerCase() === "m" &&
      !event.target.closest("input, select, textarea, dialog") &&
      !element("typed").hidden
    ) {
      event.preventDefault();
      element("move").focus();
    }
  }

  // Draws the state of the page, with this prompt for the next holder of the device, or null.
  draw(prompt) {
    const before = this.view;
    const { view, past } = this.state;
    Object.assign(this, { view, prompt });
    if (past) this.chosen = null;
    if (before && (before.number !== view.number || before.sealed?.id !== view.sealed?.id)) this.clear();
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

  // Drop the choice and its text.
  clear() {
    this.chosen = null;
    this.prefix = [];
    this.sending = null;
    this.refuse("");
    element("move").value = "";
    element("move-error").textContent = "";
  }

  // The sentence on a takeback of this many turns.
  takenBack(count) {
    if (count < 1) return "";
    return counted(this.words.taken_back, count);
  }

  // Whether a move is only chosen when its last square is pressed, and sent when that is confirmed.
  get confirms() {
    return { on: true, off: false }[dataset.confirm] ?? together(this.view);
  }

  redraw() {
    const {
      view,
      words,
      chosen,
      state: { past },
    } = this;
    const { classList } = document.querySelector("main");
    classList.toggle("over", Boolean(view.result));
    classList.toggle("past", Boolean(view.result && past));
    const me = view.viewer === null ? null : view.chairs[view.viewer];
    const running = view.status === "running";
    const mine = !past && running && me?.state === "choosing" && view.moves.length > 0;
    const hand = !past && this.prompt;
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
    show(element("join"), drawJoin(view, past) || open);
    for (const button of element("join").querySelectorAll("[data-free]")) {
      show(button, open && view.chairs[Number(button.dataset.free)].state === "free");
    }
    if (optional("invite")) show(element("invite"), view.status === "open" && Boolean(me));
    show(element("wishes"), Boolean(me) && running);
    show(element("at-once"), together(view));
    show(element("ask-first"), !together(view));
    this.actions.draw(view);
  }

  // The focus is where it fell when the field went away with a move that was typed in it: the next one is typed, too.
  drawTyped(shown) {
    const comes = shown && element("typed").hidden;
    show(element("typed"), shown);
    if (comes && this.spelled && [document.body, element("state")].includes(document.activeElement)) {
      element("move").focus({ preventScroll: true });
    }
  }

  // An unchanged text is not replaced: it would be announced again.
  say(headline, explain) {
    const title = element("headline");
    if (title.textContent !== headline) title.textContent = headline;
    element("explain").replaceChildren(...explain);
    show(element("explain"), element("explain").textContent !== "");
  }

  // A move was entered up to the last of these squares.
  pick(path) {
    this.spelled = false;
    if (!this.verdict && path.length < 2 && this.prefix.length < 2) return;
    this.verdict = false;
    this.prefix = path;
    this.redraw();
  }

  // The last outcome of a chance player, as pieces; the sentence beside them says it.
  drawRolled(view) {
    const turn = view.turns.at(-1);
    const pieces = !view.result && turn?.chance ? turn.events.flatMap((event) => event.pieces) : [];
    element("rolled").replaceChildren(...pieces.map((symbol) => drawing(this.board, symbol, "die")));
    show(element("rolled"), pieces.length > 0);
  }

  // The button that sends the chosen move keeps its size while the move is on its way.
  drawSend() {
    const { view, words, chosen } = this;
    const button = element("send");
    const busy = !chosen && Boolean(this.sending);
    if (!busy) button.style.minWidth = "";
    else hold(button);
    button.setAttribute("aria-busy", busy);
    button.disabled = !busy && !chosen;
    const several = together(view);
    if (busy) button.textContent = several ? words.sealing : words.sending;
    else if (chosen) button.textContent = fill(several ? words.seal : words.play, { move: chosen.label });
    else button.textContent = several ? words.seal_none : words.play_none;
    // Its space is reserved: the button beside it keeps its size.
    element("cancel").classList.toggle("idle", !chosen);
  }

  link(yes) {
    if (this.linked === yes) return;
    this.linked = yes;
    if (this.view) this.redraw();
  }

  // The state of a move that was sent without a connection.
  willBeSent() {
    return fill(willBeSent(this.view, this.words), { move: this.sending.label });
  }

  choose(move) {
    this.chosen = move;
    this.prefix = [];
    this.verdict = false;
    if (move) element("move").value = "";
    element("move-error").textContent = "";
    if (move?.special) this.confirmSpecial(move);
    else if (move && !this.confirms) this.play(move);
    else this.redraw();
  }

  cancel() {
    this.board.pending(null);
    this.choose(null);
  }

  offer(choices) {
    this.choices = choices;
    this.question = born(choices, this.board, this.view.picture);
    drawChoices(choices, this.board);
    this.redraw();
  }

  async confirmSpecial(move) {
    if (await confirmed(move.title, move.ask, move.title, this.words.cancel)) this.play(move);
    else this.cancel();
  }

  type(text) {
    if (!text.trim() && this.chosen) this.play(this.chosen);
    else this.typing.use(({ moveOf }) => this.spell(text, moveOf(text, this.view.moves, this.words.letters)));
  }

  // Chooses the one move that a text may mean.
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

  play(move) {
    if (!move) return;
    this.refuse("");
    this.chosen = null;
    this.sending = move;
    this.redraw();
    const { number, takebacks } = this.view;
    this.send("act", { number, takebacks, move: move.id }).then(() => {
      // While the turn that it led to is being shown, the move is still on its way for this panel.
      if (this.sending !== move || this.board.view.number !== number) return;
      this.sending = null;
      this.redraw();
    });
  }

  refuse(sentence) {
    const notice = element("refusal");
    show(notice, Boolean(sentence));
    notice.querySelector("b").textContent = sentence ? this.words.not_done : "";
    notice.querySelector("span").textContent = sentence;
    if (!sentence) return;
    this.sending = null;
    this.board.pending(null);
    this.chosen = null;
    if (this.view) this.redraw();
  }
}
