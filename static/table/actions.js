// @ts-check
// Actions beside moves: end the game early, agree on something, claim, play again.

import { nameOf, players, shared } from "../game/plates.js";
import { turnAt, written } from "../game/turns.js";
import { leftOf } from "../lib/countdown.js";
import { confirmed, element, fill, guard, hold, query, queryAll, show, toast, unfold } from "../lib/dom.js";

const GIVEN = 5; // Seconds by which our clock must increase to count as given time.

/** @import { View } from "../game/view-types.js" */
/** @import { TimedView } from "./client.js" */
/** @import { TableWords } from "./words.js" */

/** Whether the seat of the viewer is among these. @param {View} view @param {number[]} [seats] */
const isMine = ({ viewer }, seats = []) => viewer !== null && seats.includes(viewer);

/** Those of these seats that are not the viewer's. @param {View} view @param {number[]} [seats] */
const others = ({ viewer }, seats = []) => seats.filter((seat) => seat !== viewer);

/** The current reading of the viewer's clock in a view; 0 without one. @param {TimedView} view */
function ownLeft(view) {
  const { clocks, viewer } = view;
  const left = viewer === null ? null : clocks?.left[viewer];
  if (!clocks || viewer === null || !left) return 0;
  return clocks.running.includes(viewer) && clocks.first_move[viewer] === null ? leftOf(left, view) : left;
}

/** @typedef {(event: string, fields: Record<string, unknown>) => Promise<unknown>} Send ends when the server has answered */

export class Actions {
  unread = ""; // How many messages of the chat were not seen yet.
  timer = 0;

  /**
   * `secret()`: whether a move is sealed or being sent.
   * @param {TableWords} words
   * @param {TimedView} view the first one
   * @param {{ send: Send, secret: () => boolean }} page
   */
  constructor(words, view, { send, secret }) {
    this.words = words;
    this.view = view;
    this.send = send;
    this.secret = secret;
    /** @type {(id: string, event: string, fields?: Record<string, unknown>) => void} */
    const does = (id, event, fields) => element(id).addEventListener("click", () => this.busy(id, event, fields));
    does("draw", "offer");
    does("accept", "offer");
    does("decline", "decline");
    does("back-no", "decline");
    does("absent-win", "absent", { win: true });
    does("absent-draw", "absent", { win: false });
    for (const id of ["rematch", "surprise"]) {
      const surprise = id === "surprise";
      element(id).addEventListener("click", () =>
        this.wants(surprise) ? this.busy(id, "unrematch") : this.busy(id, "rematch", { surprise }),
      );
    }
    // The accepted request is named: the others may change it at the same moment.
    element("back-yes").addEventListener("click", () => this.busy("back-yes", "takeback", { to: this.view.back?.to }));
    this.link = element("nudge", HTMLAnchorElement);
    this.link.addEventListener("click", () => {
      if (this.link.hash === "#chat") element("chat", HTMLDetailsElement).open = true;
    });
    this.plain = queryAll(element("acts"), "[data-act]");
    for (const { id } of [element("takeback"), ...this.plain])
      element(id).addEventListener("click", () => this.act(id));
  }

  /** An action that cannot be undone, or that one person does for two, asks for confirmation. @param {string} id */
  async act(id) {
    const { words } = this;
    const hidden = this.secret() ? words.resign_sealed : "";
    /** @type {Record<string, [string, string, string, string]>} */
    const questions = {
      ...(shared(this.view) ? { takeback: [words.take_back_ask, "", words.take_back, words.keep] } : {}),
      abort: [words.abort_ask, words.abort_why, words.abort, words.keep],
      resign: [words.resign_ask, hidden, words.resign, words.keep],
      withdraw: [words.withdraw_ask, "", words.withdraw, words.cancel],
    };
    if (questions[id] && !(await confirmed(...questions[id]))) return;
    this.busy(id, id, id === "takeback" ? { to: this.back() } : {});
  }

  /**
   * How many turns stay when our last one is taken back; where one person holds all seats, when the last one is that
   * was not of chance players alone.
   */
  back() {
    const { turns, viewer } = this.view;
    const own = shared(this.view) ? players(this.view).map(({ seat }) => seat) : viewer === null ? [] : [viewer];
    return (turns.findLast(({ texts }) => own.some((seat) => String(seat) in texts))?.number ?? 0) - 1;
  }

  /**
   * Sends the action of a button, which is busy until the answer and keeps its size.
   * @param {string} id
   * @param {string} event
   * @param {Record<string, unknown>} fields
   */
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

  /** @param {TimedView} view */
  draw(view) {
    this.announceAnswers(this.view, view);
    this.view = view;
    const { words } = this;
    const running = view.viewer !== null && view.status === "running";
    const may = (/** @type {string} */ act) => view.may.includes(act);
    show(element("acts"), running || this.plain.some(({ id }) => may(id)));
    const mine = isMine(view, view.offers);
    const offered = running && others(view, view.offers).length > 0 && !mine;
    this.button("draw", running && !offered, may("offer"), mine ? words.offered : words.offer);
    const requested = isMine(view, view.back?.seats);
    const back = may("takeback") || (shared(view) && this.back() >= 0);
    this.button("takeback", running && view.number > 0, back, requested ? words.asked_back : words.take_back);
    for (const button of this.plain) show(button, may(button.id));
    this.drawOffers(view, running);
    this.drawAbsent(view, running);
    this.drawRematch(view, may("rematch"));
  }

  /** @param {string} id @param {boolean} shown @param {boolean} enabled @param {string} text */
  button(id, shown, enabled, text) {
    const button = element(id, HTMLButtonElement);
    show(button, shown);
    button.disabled = !enabled;
    if (!button.hasAttribute("aria-busy")) button.textContent = text;
  }

  /**
   * A sentence about one seat, or another one about several.
   * @param {string} key
   * @param {number[]} seats
   * @param {Record<string, string>} fields
   */
  sentenceOf(key, seats, fields = {}) {
    const { view, words } = this;
    const names = seats.map((seat) => nameOf(view.chairs[seat], view, words));
    const last = names[names.length - 1];
    if (names.length < 2) return fill(words[key], { name: names.join(), ...fields });
    const all = fill(words.names, { names: names.slice(0, -1).join(", "), last });
    return fill(words[`${key}_more`], { names: all, ...fields });
  }

  /**
   * A request of ours that is gone in the same position was declined. Others may give time.
   * @param {TimedView} before
   * @param {TimedView} view
   */
  announceAnswers(before, view) {
    const key = (/** @type {View} */ { viewer, number, takebacks, status }) =>
      [viewer, number, takebacks, status].join();
    if (key(before) !== key(view) || view.status !== "running") return;
    if (isMine(view, before.offers) && !isMine(view, view.offers)) toast(this.words.offer_declined);
    if (isMine(view, before.back?.seats) && !view.back) toast(this.words.back_declined);
    if (ownLeft(view) > ownLeft(before) + GIVEN) toast(this.words.time_given);
  }

  /** @param {TimedView} view @param {boolean} running */
  drawOffers(view, running) {
    const offering = others(view, view.offers);
    // A player who has agreed waits for the rest.
    this.ask(
      "offer",
      running && offering.length > 0 && !isMine(view, view.offers),
      this.sentenceOf("offers", offering),
    );
    show(element("accept"), view.may.includes("offer"));
    show(element("decline"), view.may.includes("decline"));
    const { to = 0, seats = [] } = view.back ?? {};
    const first = view.back && turnAt(view, to + 1);
    const key = to + 1 < view.number ? "back_from" : "back_one";
    const sentence = this.sentenceOf(key, seats, { turn: first ? written(first) : "" });
    this.ask("back", running && seats.length > 0 && !isMine(view, seats), sentence);
  }

  /** Shows a request with this sentence, or hides it. @param {string} id @param {boolean} yes @param {string} sentence */
  ask(id, yes, sentence) {
    const notice = element(id);
    unfold(notice, yes, query(notice, ".row", HTMLElement));
    query(notice, "b").textContent = sentence;
  }

  /**
   * Who is gone, and how long the others have still to wait before they may claim.
   * @param {TimedView} view
   * @param {boolean} running
   */
  drawAbsent(view, running) {
    clearTimeout(this.timer);
    const { words } = this;
    const gone = others(view, view.absent?.seats);
    const may = view.may.includes("absent");
    const notice = element("absent");
    show(notice, running && gone.length > 0 && !shared(view));
    const left = leftOf(view.absent?.in ?? 0, view);
    const title = query(notice, "b");
    const sentence = this.sentenceOf("gone", gone);
    const text = may ? `${sentence} ${words.claim_now}` : sentence;
    if (title.textContent !== text) title.textContent = text;
    const time =
      left > 90
        ? fill(words.minutes, { count: Math.ceil(left / 60) })
        : fill(words.seconds, { count: Math.ceil(left) });
    query(notice, ".count").textContent = may ? "" : fill(words.claim_in, { time });
    unfold(query(notice, ".row"), may);
    this.nudge();
    if (!notice.hidden && !may && left > 0) this.timer = setTimeout(() => this.drawAbsent(this.view, running), 1000);
  }

  /** @param {string} unread */
  showUnread(unread) {
    this.unread = unread;
    this.nudge();
  }

  /** A link in the headline to the first request that waits for an answer: it may be out of sight. */
  nudge() {
    const { unread, words, link } = this;
    const waiting = [
      ["offer", words.draw_offered],
      ["back", words.back_asked],
      ["absent", words.away],
      ["chat", unread],
    ].find(([id, text]) => text && !element(id).hidden);
    show(link, Boolean(waiting));
    link.textContent = waiting?.[1] ?? "";
    link.href = `#${waiting?.[0] ?? "asked"}`;
  }

  /** The seats that want another game, of the same variant or of one that is drawn. @param {boolean} drawn */
  wishing(drawn) {
    const { seats = [], surprise = [] } = this.view.rematch ?? {};
    return seats.filter((seat) => surprise.includes(seat) === drawn);
  }

  /** @param {boolean} drawn */
  wants(drawn) {
    return isMine(this.view, this.wishing(drawn));
  }

  /** @param {TimedView} view @param {boolean} may */
  drawRematch(view, may) {
    const { words } = this;
    unfold(element("again"), Boolean(view.result));
    const { seats = [], table = null } = view.rematch ?? {};
    const [same, drawn] = [false, true].map((kind) => others(view, this.wishing(kind)));
    let text = "";
    if (table) text = words.rematch_there;
    else if (same.length || drawn.length) {
      const sentences = [
        same.length ? this.sentenceOf("wants_rematch", same) : "",
        drawn.length ? this.sentenceOf("wants_surprise", drawn) : "",
      ];
      text = sentences.filter(Boolean).join(" ");
    } else if (isMine(view, seats)) text = words.rematch_asked;
    show(element("rematch-told"), text !== "");
    element("rematch-told").textContent = text;
    for (const [id, wishing] of /** @type {const} */ ([
      ["rematch", same],
      ["surprise", drawn],
    ])) {
      const own = this.wants(id === "surprise");
      // The second press of a double click would withdraw the first one.
      if (own !== (element(id).dataset.requested === "yes")) guard(element(id));
      element(id).dataset.requested = own ? "yes" : "no";
      this.button(
        id,
        (may || own) && !table && !("none" in element(id).dataset),
        true,
        own ? words.rematch_back : words[id],
      );
      const primary = same.length || drawn.length ? wishing.length > 0 : id === "rematch";
      element(id).classList.toggle("primary", primary);
    }
    element("more", HTMLDetailsElement).open ||= drawn.length > 0;
    const link = element("next-table", HTMLAnchorElement);
    show(link, Boolean(table));
    if (table) link.href = location.pathname.replace(/[^/]+\/?$/, table);
  }
}
