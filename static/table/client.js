// @ts-check
// The link to one table: watches it, keeps the view up to date, and sends actions until they are answered.

import { computer } from "../game/plates.js";
import { newId } from "../lib/dom.js";
import { Events } from "../lib/events.js";
import { connect } from "../lib/socket.js";
import { ofTab } from "../lib/storage.js";

/** @import { BriefView, TurnView, View } from "../game/view-types.js" */
/** @import { Message } from "./chat.js" */
/** @import { Wait } from "./seek.js" */

/** @typedef {View & { arrived: number }} TimedView a view with its time of arrival, by performance.now() */
/** @typedef {{ code: string, sentence: string }} Refusal */
/** @typedef {{ ok: boolean, dropped?: boolean, refusal: Refusal }} Answer with a refusal where it is not `ok` */
/** @typedef {{ table: string, seat: number | null, id: string, [field: string]: unknown }} Action */
/** @typedef {{ view: View, chat: Message[], wait: Wait | null, onlookers: number }} Watched what one sees of a table */
/** @typedef {{ event: string, object: Action, resolve: (answer: Answer) => void }} Sent an action without an answer */

/**
 * @typedef {object} ClientEvents
 * @property {{ view: TimedView, before: TimedView | null }} view a new view, and the one before
 * @property {Refusal} refused the table cannot be watched
 * @property {boolean} connection it is open, or lost
 * @property {{ messages: Message[], fresh: boolean }} chat all messages of the table, then, fresh, each that comes
 * @property {Wait | null} seek our seek, whenever the table begins to be watched
 * @property {number} onlookers their number
 * @property {null} pending more or fewer actions wait for an answer
 * @property {Answer} answer the answer to an action that was sent before the page was loaded again
 */

const PATIENCE = 8000; // Milliseconds after which an unanswered action is sent again, with the same id.
const PATIENCE_WITH_COMPUTER = 20000; // There the server may wait with its answer until the computer has sealed.
const LATER = 2000; // Milliseconds after which a table is watched that was watched too often.

/**
 * The turns of an update with those of ours before them: up to its `since`, or all if none was taken back or shown anew.
 * @param {View | null} before
 * @param {View} update
 */
function joined(before, { since, turns, number, takebacks, status, viewer }) {
  const same = before?.takebacks === takebacks && before.status === status && before.viewer === viewer;
  const first = turns[0]?.number ?? number + 1;
  return [...(before?.turns ?? []).filter((turn) => turn.number < first && (same || turn.number <= since)), ...turns];
}

/** The number of turns before the first one that a view lacks; -1 if it lacks none. @param {View} view */
const lacks = ({ turns }) => turns.findIndex((turn, index) => turn.number !== index + 1);

export class TableClient {
  /** @type {Events<ClientEvents>} */
  events = new Events();
  /** @type {Map<string, Sent>} by the id of each */
  unanswered = new Map();
  watched = false;
  completing = false;
  /** @type {number | undefined} */
  timer = undefined;

  /**
   * `part(from, viewer)` answers the address of the turns after number `from`; without it the views of long games have
   * only their last turns.
   * @param {object} given
   * @param {string} given.table
   * @param {number | null} given.seat
   * @param {string} given.language
   * @param {View} given.view
   * @param {((from: number, viewer: number | null) => URL) | null} [given.part]
   */
  constructor({ table, seat, language, view, part = null }) {
    this.table = table;
    this.seat = seat;
    this.language = language;
    this.part = part;
    /** @type {TimedView} */
    this.view = { ...view, arrived: performance.now() };
    for (const message of JSON.parse(ofTab.get(`unanswered-${table}`) ?? "[]")) {
      const resolve = (/** @type {Answer} */ answer) => this.events.emit("answer", answer);
      this.unanswered.set(message.object.id, { ...message, resolve });
    }
    this.socket = connect(table);
    this.socket.on("connect", () => this.watch());
    this.socket.on("disconnect", () => this.lose());
    this.socket.on("connect_error", () => this.lose());
    this.socket.on("view", (update) => this.take(update));
    this.socket.on("said", ({ table: where, message }) => {
      if (where === this.table && this.watched) this.events.emit("chat", { messages: [message], fresh: true });
    });
    this.socket.on("onlookers", ({ table: where, count }) => {
      if (where === this.table) this.events.emit("onlookers", count);
    });
  }

  /** Looks from another seat from now on: its view replaces the old one. @param {number | null} seat */
  look(seat) {
    this.seat = seat;
    this.watch();
  }

  watch() {
    const { table, seat, language, events } = this;
    this.watched = false;
    clearTimeout(this.timer);
    const take = (/** @type {{ ok: true } & Watched | { ok: false, refusal: Refusal }} */ answer) => {
      // Meanwhile the reader may look from another seat.
      if (seat !== this.seat) return;
      if (!answer.ok) {
        if (answer.refusal.code === "too_fast") this.timer = setTimeout(() => this.watch(), LATER);
        else events.emit("refused", answer.refusal);
        return;
      }
      this.watched = true;
      events.emit("connection", true);
      this.replace({ ...answer.view, turns: joined(this.view, answer.view) });
      events.emit("chat", { messages: answer.chat, fresh: false });
      events.emit("seek", answer.wait);
      events.emit("onlookers", answer.onlookers);
      for (const message of this.unanswered.values()) this.emit(message);
    };
    this.socket.emit("watch", { table, seat, language }, take);
  }

  lose() {
    this.watched = false;
    clearTimeout(this.timer);
    this.events.emit("connection", false);
  }

  /** @param {View | BriefView} update */
  take(update) {
    if (update.table !== this.table || !this.watched) return;
    if (!("picture" in update)) {
      if (update.number === this.view.number) this.replace({ ...this.view, ...update });
      else this.watch();
    } else if (update.since <= this.view.number) {
      this.replace({ ...this.view, ...update, since: 0, turns: joined(this.view, update) });
    } else {
      this.watch();
    }
  }

  /** Fetches the turns that the view of a long game lacks, part by part, and shows them when they are all here. */
  async complete() {
    if (this.completing || !this.part || lacks(this.view) < 0) return;
    this.completing = true;
    for (let first = lacks(this.view); first >= 0; first = lacks(this.view)) {
      const before = this.view;
      const answer = await fetch(this.part(first, before.viewer)).catch(() => null);
      if (!answer?.ok) break;
      /** @type {{ turns: TurnView[], takebacks: number, status: string }} */
      const { turns, takebacks, status } = await answer.json();
      const { view } = this;
      const same = view.takebacks === takebacks && view.status === status && view.viewer === before.viewer;
      if (same && lacks(view) === first) {
        const later = view.turns.filter(({ number }) => number > first + turns.length);
        this.view = { ...view, turns: [...view.turns.slice(0, first), ...turns, ...later] };
      } else if (view === before) {
        break; // The update that tells of the change is on its way.
      }
    }
    this.completing = false;
    // After a failure the next view tries again.
    if (lacks(this.view) < 0) this.events.emit("view", { view: this.view, before: this.view });
  }

  /** @param {View} view */
  replace(view) {
    const before = this.view;
    this.view = { ...view, arrived: performance.now() };
    this.events.emit("view", { view: this.view, before });
    this.complete();
  }

  /**
   * Sends an action of our seat, or of another that the fields name; the promise holds the server's answer, however
   * often it was sent. Of the moves of a seat that wait for the connection only the last one is sent.
   * @param {string} event
   * @param {Record<string, unknown>} fields
   * @returns {Promise<Answer>}
   */
  send(event, fields = {}) {
    const id = newId();
    const object = { table: this.table, seat: this.seat, id, ...fields };
    if (event === "act" && !this.watched) {
      this.drop([...this.unanswered.values()].filter((one) => one.event === "act" && one.object.seat === object.seat));
    }
    return new Promise((resolve) => {
      const message = { event, object, resolve };
      this.unanswered.set(id, message);
      this.store();
      if (this.watched) this.emit(message);
    });
  }

  /** Keeps unanswered actions for this tab: a player without a connection may load the page again. */
  store() {
    const stored = [...this.unanswered.values()].map(({ event, object }) => ({ event, object }));
    ofTab.set(`unanswered-${this.table}`, JSON.stringify(stored));
    this.events.emit("pending", null);
  }

  /** Drops unanswered actions: they are not sent again. The server may still carry them out. */
  drop(messages = [...this.unanswered.values()]) {
    for (const { object, resolve } of messages) {
      this.unanswered.delete(object.id);
      resolve({ ok: false, dropped: true, refusal: { code: "", sentence: "" } });
    }
    this.store();
  }

  /** @param {Sent} message */
  emit(message) {
    const patience = computer(this.view) ? PATIENCE_WITH_COMPUTER : PATIENCE;
    const take = (/** @type {Error | null} */ error, /** @type {Answer} */ answer) => {
      if (!this.unanswered.has(message.object.id)) return;
      if (error) {
        if (this.watched) this.emit(message);
        return;
      }
      this.unanswered.delete(message.object.id);
      this.store();
      message.resolve(answer);
    };
    this.socket.timeout(patience).emit(message.event, message.object, take);
  }
}
