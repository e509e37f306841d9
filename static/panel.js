// The panel beside the board: what is asked of the reader now, and the buttons that answer.

import { make as makeSvg } from "./board/canvas.js";
import { latest, natures } from "./board/story.js";
import { element, fill, hold, make, show, sure } from "./page.js";
import { computer, nameOf, together } from "./plates.js";
import { written } from "./turns.js";
import { meant } from "./typed.js";
import { keepWish, wish } from "./wishes.js";

const AT_ONCE = "at-once";

export class Panel {
  // `acts` does all that is not a move; `send(event, fields)` ends when the server has answered.
  constructor(words, board, acts, send) {
    Object.assign(this, { words, board, acts, send });
    this.view = null;
    this.prompt = null; // What is said while the device is handed over.
    this.taken = ""; // What is said of turns that were taken back.
    this.past = null;
    this.chosen = null;
    this.choices = []; // Moves with one way, between which the reader is asked to choose.
    this.sending = null; // The move that is on its way.
    this.linked = true; // Whether there is a connection for it.
    this.title = document.title;
    this.atOnce = element("at-once").querySelector("input");
    this.atOnce.checked = wish(AT_ONCE) === "yes";
    this.atOnce.addEventListener("change", () => keepWish(AT_ONCE, this.atOnce.checked ? "yes" : "no"));
    this.listen();
  }

  listen() {
    const { board } = this;
    board.addEventListener("choose", ({ detail }) => this.choose(detail.move));
    board.addEventListener("confirm", ({ detail }) => this.play(detail.move));
    board.addEventListener("cancel", () => this.choose(null));
    board.addEventListener("choosing", ({ detail }) => this.ask(detail.choices));
    const click = (id, act) => element(id).addEventListener("click", act);
    click("send", () => this.play(this.chosen));
    click("cancel", () => this.cancel());
    click("unseal", () => this.acts.busy("unseal", "unseal", { number: this.view.number }));
    element("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      this.type(element("move").value);
    });
    element("toast").querySelector("button").addEventListener("click", () => show(element("toast"), false));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.chosen && !event.defaultPrevented) this.cancel();
    });
  }

  draw(view) {
    const before = this.view;
    this.view = view;
    if (before && (before.number !== view.number || before.sealed?.id !== view.sealed?.id)) this.clear();
    if (before && before.number !== view.number) this.taken = this.takenBack(before.number - view.number);
    this.redraw();
  }

  // Drop what was chosen and what was said of it.
  clear() {
    this.chosen = null;
    this.sending = null;
    this.refuse("");
    element("move").value = "";
    element("move-error").textContent = "";
  }

  // What is said of so many turns that were taken back.
  takenBack(count) {
    if (count < 1) return "";
    return count > 1 ? fill(this.words.taken_back_more, { count }) : this.words.taken_back;
  }

  look(past) {
    this.past = past;
    if (past) this.chosen = null;
    this.redraw();
  }

  redraw() {
    const { view, words, chosen, past } = this;
    this.place(Boolean(view.result), Boolean(view.result && past));
    const me = view.viewer === null ? null : view.chairs[view.viewer];
    const running = view.status === "running";
    const mine = !past && running && me?.state === "choosing" && view.moves.length > 0;
    const hand = !past && this.prompt;
    show(element("hand"), Boolean(hand));
    if (hand) element("hand-yes").textContent = hand.i_am;
    const [headline, explain] = past ? this.pastWords(past) : hand ? [hand.to, this.told()] : this.presentWords(me);
    element("headline").textContent = headline;
    element("explain").textContent = explain;
    show(element("explain"), explain !== "");
    this.drawRolled(past ?? view);
    document.title = (mine ? "● " : "") + this.title;

    const sealed = Boolean(view.sealed) && !past;
    show(element("envelope"), sealed);
    element("state").classList.toggle("has-env", sealed);
    show(element("break"), sealed);
    show(element("decide"), mine && Boolean(chosen ?? this.sending));
    this.drawSend();
    show(element("typed"), mine);
    show(element("legend"), mine && view.moves.some(({ risky }) => risky));
    this.drawSpecials(mine);

    show(element("join"), view.status === "open" && !me);
    for (const button of element("join").querySelectorAll("button")) {
      show(button, !view.chairs[Number(button.dataset.free)].person);
    }
    show(element("invite"), view.status === "open" && Boolean(me));
    show(element("at-once"), Boolean(me) && running);
    this.acts.draw(view);
  }

  // Beside the past of a game that is over stands what happened then, in the place of how to go on. On a narrow page it
  // stands under the board instead of above it; the board and the button that was pressed stay where they are.
  place(over, past) {
    const { classList } = document.querySelector("main");
    const moves = classList.contains("past") !== past;
    const top = () => element("stepper").getBoundingClientRect().top;
    const before = top();
    classList.toggle("over", over);
    classList.toggle("past", past);
    if (moves) scrollBy({ top: top() - before, behavior: "instant" });
  }

  // What nature has just drawn, as pieces; the sentence beside them says it.
  drawRolled(view) {
    const turn = view.turns.at(-1);
    const pieces = !view.result && natures(turn, view) ? turn.events.flatMap((event) => event.pieces) : [];
    const drawings = JSON.parse(this.board.dataset.drawings);
    const { prefix } = this.board.querySelector("svg.board").dataset;
    element("rolled").replaceChildren(...pieces.map((symbol) => makeSvg("svg", { viewBox: "0 0 48 48", class: "piece" },
      makeSvg("use", { href: `#${prefix}${drawings[symbol]}` }))));
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
    if (busy) button.textContent = together(view) ? words.sealing : words.sending;
    else if (chosen) button.textContent = fill(together(view) ? words.seal : words.play, { move: chosen.label });
    show(element("cancel"), !busy);
  }

  link(yes) {
    if (this.linked === yes) return;
    this.linked = yes;
    if (this.view) this.redraw();
  }

  // What becomes of the move that was sent without a connection.
  willBeSent() {
    const { words, view } = this;
    return fill(together(view) ? words.will_be_sealed : words.will_be_played, { move: this.sending.label });
  }

  presentWords(me) {
    const { view, words, chosen } = this;
    if (view.result) return [view.result.title, view.result.sentence];
    if (view.status === "stopped") return [words.stopped, words.stopped_why];
    if (view.status === "open") {
      const several = view.chairs.filter(({ state }) => state === "free").length > 1;
      if (me) return [words.waiting_for_other, several ? words.send_link_more : words.send_link];
      return several ? [words.seats_free, words.join_one] : [words.seat_free, words.join_to_play];
    }
    if (view.sealed) return [words.sealed, fill(words.sealed_why, { move: view.sealed.label })];
    if (me?.state === "choosing") {
      if (this.choices.length) return [words.which, words.which_how];
      if (this.sending && !chosen) {
        const waits = together(view) && computer(view, "choosing");
        const on = fill(waits ? words.waits_for_computer : words.on_its_way, { move: this.sending.label });
        const told = this.linked ? on : this.willBeSent();
        return [together(view) ? words.choose : words.your_move, told];
      }
      if (chosen) {
        const risks = view.moves.some(({ risky }) => risky);
        const why = chosen.risky ? words.risky_why : risks ? words.safe_why : words.chosen_why;
        return [together(view) ? words.choose : words.your_move, fill(why, { move: chosen.label })];
      }
      const onBoard = view.moves.some(({ path }) => path.length);
      const how = onBoard ? words.move_how : words.move_here;
      if (together(view) && computer(view)) {
        const told = this.told();
        return [words.choose, `${told} ${this.toldOfComputer()} ${told ? "" : how}`.trim()];
      }
      if (together(view)) return [words.choose, this.told() || (onBoard ? words.choose_how : words.choose_here)];
      return [words.your_move, this.told() || how];
    }
    const choosing = view.chairs.filter(({ state }) => state === "choosing");
    if (together(view)) {
      const headline = choosing.length > 1 ? words.all_choose : fill(words.one_chooses, { name: nameOf(choosing[0], view, words) });
      return [headline, this.told() || words.all_choose_why];
    }
    if (computer(view, "choosing")) return [words.computer_thinks, this.told()];
    if (choosing.length) return [fill(words.to_move, { name: nameOf(choosing[0], view, words) }), this.told()];
    return [words.all_choose, this.told()];
  }

  // What was remarkable in the last turn: what the arrows do not show; else all of it.
  told() {
    if (this.taken) return this.taken;
    const turns = latest(this.view);
    const events = turns.flatMap((turn) => turn.events);
    const sentences = turns.flatMap((turn) => turn.sentences ?? []);
    const remarkable = sentences.filter((_, index) => this.view.signs[events[index].code] !== "arrow");
    return (remarkable.length ? remarkable : sentences).join(" ");
  }

  // Its envelope lies on the table before ours does.
  toldOfComputer() {
    return computer(this.view, "choosing") ? this.words.computer_first : this.words.computer_sealed;
  }

  pastWords(past) {
    const last = past.turns.at(-1);
    return [last ? written(last, past) : this.words.start, (last?.sentences ?? []).join(" ")];
  }

  choose(move) {
    this.chosen = move;
    if (move) element("move").value = "";
    element("move-error").textContent = "";
    if (move?.special) this.confirmSpecial(move);
    else if (move && this.atOnce.checked) this.play(move);
    else this.redraw();
  }

  cancel() {
    this.board.pending(null);
    this.choose(null);
  }

  // Each of several moves with one way: the same choices as on the board, as buttons with names.
  ask(choices) {
    this.choices = choices;
    const { prefix } = this.board.querySelector("svg.board").dataset;
    element("chooser").replaceChildren(...choices.map((choice, index) => {
      const button = make("button", { className: "choice", type: "button" });
      if (choice.drawing) {
        const use = makeSvg("use", { href: `#${prefix}${choice.drawing}` });
        button.append(makeSvg("svg", { viewBox: "0 0 48 48", width: 48, height: 48, "aria-hidden": true }, use));
      }
      button.append(choice.label);
      button.addEventListener("click", () => this.board.pick(index));
      return button;
    }));
    show(element("chooser"), choices.length > 0);
    this.redraw();
  }

  drawSpecials(mine) {
    const moves = mine ? this.view.moves.filter(({ special }) => special) : [];
    const titles = moves.map(({ title }) => title);
    const buttons = moves.map((move) => {
      const alone = titles.filter((title) => title === move.title).length === 1;
      const button = make("button", { className: "btn", type: "button", text: alone ? move.title : `${move.title} (${move.label})` });
      button.addEventListener("click", () => this.confirmSpecial(move));
      return button;
    });
    element("specials").replaceChildren(...buttons);
    show(element("specials"), buttons.length > 0);
  }

  async confirmSpecial(move) {
    if (await sure(move.title, move.ask, move.title, this.words.cancel)) this.play(move);
    else this.cancel();
  }

  type(text) {
    if (!text.trim() && this.chosen) return this.play(this.chosen);
    const found = meant(text, this.view.moves, this.words.letters);
    if (found.length !== 1) {
      const told = found.map(({ id, label }) => `${label} (${id})`).join(", ");
      const why = found.length ? this.words.several_moves : this.words.not_a_move;
      element("move-error").textContent = fill(why, { text, moves: told });
      return undefined;
    }
    const [move] = found;
    if (move.path.length) this.board.pending(move);
    this.choose(move);
    if (this.chosen) element("send").focus();
    return undefined;
  }

  play(move) {
    if (!move) return;
    this.refuse("");
    this.chosen = null;
    this.sending = move;
    this.redraw();
    this.send("act", { number: this.view.number, takebacks: this.view.takebacks, move: move.id }).then(() => {
      if (this.sending !== move) return;
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
