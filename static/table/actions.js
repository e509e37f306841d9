// Actions beside moves: end the game early, agree on something, claim, play again.

import { nameOf, players, shared } from "../game/plates.js";
import { turnAt, written } from "../game/turns.js";
import { leftOf } from "../lib/clocks.js";
import { confirmed, element, fill, guard, hold, show, toast, unfold } from "../lib/dom.js";

const GIVEN = 5; // Seconds by which our clock must increase to count as given time.

export class Actions {
  // `send(event, fields)` ends with the server's answer; `secret()`: whether a move is sealed or being sent.
  constructor(words, send, secret) {
    Object.assign(this, { words, send, secret });
    this.view = null;
    this.unread = ""; // How many messages of the chat were not seen yet.
    const does = (id, event, fields) => element(id).addEventListener("click", () => this.busy(id, event, fields));
    does("draw", "offer");
    does("accept", "offer");
    does("decline", "decline");
    does("back-no", "decline");
    does("absent-win", "absent", { win: true });
    does("absent-draw", "absent", { win: false });
    for (const [id, surprise] of [
      ["rematch", false],
      ["surprise", true],
    ]) {
      element(id).addEventListener("click", () =>
        this.wants(surprise) ? this.busy(id, "unrematch") : this.busy(id, "rematch", { surprise }),
      );
    }
    // The accepted request is named: the others may change it at the same moment.
    element("back-yes").addEventListener("click", () => this.busy("back-yes", "takeback", { to: this.view.back.to }));
    element("nudge").addEventListener("click", ({ currentTarget: { hash } }) => {
      if (hash === "#chat") element("chat").open = true;
    });
    this.plain = [...element("acts").querySelectorAll("[data-act]")];
    for (const { id } of [element("takeback"), ...this.plain])
      element(id).addEventListener("click", () => this.act(id));
  }

  // An action that cannot be undone, or that one person does for two, asks for confirmation.
  async act(id) {
    const { words } = this;
    const hidden = this.secret() ? words.resign_sealed : "";
    const questions = {
      takeback: shared(this.view) && [words.take_back_ask, "", words.take_back, words.keep],
      abort: [words.abort_ask, words.abort_why, words.abort, words.keep],
      resign: [words.resign_ask, hidden, words.resign, words.keep],
      withdraw: [words.withdraw_ask, "", words.withdraw, words.cancel],
    };
    if (questions[id] && !(await confirmed(...questions[id]))) return;
    this.busy(id, id, id === "takeback" ? { to: this.back() } : {});
  }

  // How many turns stay when our last one is taken back; where one person holds all seats, when the last one is that
  // was not of chance players alone.
  back() {
    const { turns, viewer } = this.view;
    const own = shared(this.view) ? players(this.view).map(({ seat }) => seat) : [viewer];
    return (turns.findLast(({ texts }) => own.some((seat) => String(seat) in texts))?.number ?? 0) - 1;
  }

  // Sends the action of a button, which is busy until the answer and keeps its size.
  async busy(id, event, fields = {}) {
    const button = element(id);
    if (button.hasAttribute("aria-busy")) return;
    const { sending } = this.words;
    const text = button.textContent;
    hold(button);
    button.setAttribute("aria-busy", "true");
    button.textContent = sending;
    await this.send(event, fields);
    button.style.minWidth = "";
    button.removeAttribute("aria-busy");
    if (button.textContent === sending) button.textContent = text;
    this.draw(this.view);
  }

  draw(view) {
    this.announceAnswers(this.view, view);
    this.view = view;
    const { words } = this;
    const me = view.viewer === null ? null : view.chairs[view.viewer];
    const running = Boolean(me) && view.status === "running";
    const may = (act) => view.may.includes(act);
    show(element("acts"), running || this.plain.some(({ id }) => may(id)));
    const offered = running && view.offers.some((seat) => seat !== view.viewer) && !view.offers.includes(view.viewer);
    this.button(
      "draw",
      running && !offered,
      may("offer"),
      view.offers.includes(view.viewer) ? words.offered : words.offer,
    );
    const requested = view.back?.seats.includes(view.viewer);
    const back = may("takeback") || (shared(view) && this.back() >= 0);
    this.button("takeback", running && view.number > 0, back, requested ? words.asked_back : words.take_back);
    for (const button of this.plain) show(button, may(button.id));
    this.drawOffers(view, running);
    this.drawAbsent(view, running);
    this.drawRematch(view, may("rematch"));
  }

  button(id, shown, enabled, text) {
    const button = element(id);
    show(button, shown);
    button.disabled = !enabled;
    if (!button.hasAttribute("aria-busy")) button.textContent = text;
  }

  // A sentence about one seat, or another one about several.
  sentenceOf(key, seats, fields = {}) {
    const { view, words } = this;
    const names = seats.map((seat) => nameOf(view.chairs[seat], view, words));
    if (names.length < 2) return fill(words[key], { name: names.join(), ...fields });
    const all = fill(words.names, { names: names.slice(0, -1).join(", "), last: names.at(-1) });
    return fill(words[`${key}_more`], { names: all, ...fields });
  }

  // A request of ours that is gone in the same position was declined. Others may give time.
  announceAnswers(before, view) {
    const same = ["viewer", "number", "takebacks", "status"].every((key) => before?.[key] === view[key]);
    if (!same || view.status !== "running") return;
    const { viewer } = view;
    if (before.offers.includes(viewer) && !view.offers.includes(viewer)) toast(this.words.offer_declined);
    if (before.back?.seats.includes(viewer) && !view.back) toast(this.words.back_declined);
    if (view.clocks && viewer !== null && this.left(view) > this.left(before) + GIVEN) toast(this.words.time_given);
  }

  // The current reading of our clock in this view.
  left(view) {
    const { left, running, first_move: first } = view.clocks;
    return running.includes(view.viewer) && first[view.viewer] === null
      ? leftOf(left[view.viewer], view)
      : left[view.viewer];
  }

  drawOffers(view, running) {
    const offering = view.offers.filter((seat) => seat !== view.viewer);
    // A player who has agreed waits for the rest.
    unfold(
      element("offer"),
      running && offering.length > 0 && !view.offers.includes(view.viewer),
      element("offer").lastElementChild,
    );
    show(element("accept"), view.may.includes("offer"));
    show(element("decline"), view.may.includes("decline"));
    element("offer").firstElementChild.textContent = this.sentenceOf("offers", offering);
    const { to = 0, seats = [] } = view.back ?? {};
    unfold(
      element("back"),
      running && seats.length > 0 && !seats.includes(view.viewer),
      element("back").lastElementChild,
    );
    const first = view.back && turnAt(view, to + 1);
    const key = to + 1 < view.number ? "back_from" : "back_one";
    element("back").firstElementChild.textContent = this.sentenceOf(key, seats, { turn: first ? written(first) : "" });
  }

  // Who is gone, and how long the others have still to wait before they may claim.
  drawAbsent(view, running) {
    clearTimeout(this.timer);
    const { words } = this;
    const gone = (view.absent?.seats ?? []).filter((seat) => seat !== view.viewer);
    const may = view.may.includes("absent");
    const notice = element("absent");
    show(notice, running && gone.length > 0 && !shared(view));
    const left = leftOf(view.absent?.in ?? 0, view);
    const [title, counted] = notice.querySelectorAll("b, .count");
    const sentence = this.sentenceOf("gone", gone);
    const text = may ? `${sentence} ${words.claim_now}` : sentence;
    if (title.textContent !== text) title.textContent = text;
    const time =
      left > 90
        ? fill(words.minutes, { count: Math.ceil(left / 60) })
        : fill(words.seconds, { count: Math.ceil(left) });
    counted.textContent = may ? "" : fill(words.claim_in, { time });
    unfold(notice.querySelector(".row"), may);
    this.nudge();
    if (!notice.hidden && !may && left > 0) this.timer = setTimeout(() => this.drawAbsent(this.view, running), 1000);
  }

  showUnread(unread) {
    this.unread = unread;
    this.nudge();
  }

  // A link in the headline to the first request that waits for an answer: it may be out of sight.
  nudge() {
    const { unread, words } = this;
    const waiting = [
      ["offer", words.draw_offered],
      ["back", words.back_asked],
      ["absent", words.away],
      ["chat", unread],
    ].find(([id, text]) => text && !element(id).hidden);
    show(element("nudge"), Boolean(waiting));
    element("nudge").textContent = waiting?.[1] ?? "";
    element("nudge").href = `#${waiting?.[0] ?? "asked"}`;
  }

  // The seats that want another game, of the same variant or of one that is drawn.
  wishing(drawn, { seats = [], surprise = [] } = this.view.rematch ?? {}) {
    return seats.filter((seat) => surprise.includes(seat) === drawn);
  }

  wants(drawn) {
    return this.wishing(drawn).includes(this.view.viewer);
  }

  drawRematch(view, may) {
    const { words } = this;
    unfold(element("again"), Boolean(view.result));
    const { seats = [], table = null } = view.rematch ?? {};
    const want = (kind) => this.wishing(kind);
    const mine = seats.includes(view.viewer);
    const others = (kind) => want(kind).filter((seat) => seat !== view.viewer);
    const wishes = [
      [false, "wants_rematch"],
      [true, "wants_surprise"],
    ].filter(([kind]) => others(kind).length);
    let text = "";
    if (table) text = words.rematch_there;
    else if (wishes.length) text = wishes.map(([kind, word]) => this.sentenceOf(word, others(kind))).join(" ");
    else if (mine) text = words.rematch_asked;
    show(element("rematch-told"), text !== "");
    element("rematch-told").textContent = text;
    for (const [id, kind] of [
      ["rematch", false],
      ["surprise", true],
    ]) {
      const own = this.wants(kind);
      // The second press of a double click would withdraw the first one.
      if (own !== (element(id).dataset.requested === "yes")) guard(element(id));
      element(id).dataset.requested = own ? "yes" : "no";
      this.button(
        id,
        (may || own) && !table && !("none" in element(id).dataset),
        true,
        own ? words.rematch_back : words[id],
      );
      element(id).classList.toggle("primary", wishes.length ? others(kind).length > 0 : !kind);
    }
    element("more").open ||= others(true).length > 0;
    const link = element("next-table");
    show(link, Boolean(table));
    if (table) link.href = location.pathname.replace(/[^/]+\/?$/, table);
  }
}
