// The link to one table: watches it, keeps the view up to date, and sends actions until they are answered.

import { computer } from "../game/plates.js";
import { newId } from "../lib/dom.js";
import { connect } from "../lib/socket.js";
import { ofTab } from "../lib/storage.js";

const PATIENCE = 8000; // Milliseconds after which an unanswered action is sent again, with the same id.
const PATIENCE_WITH_COMPUTER = 20000; // There the server may wait with its answer until the computer has sealed.

// The turns of an update with those of ours before them: up to its `since`, or all if none was taken back or shown anew.
function joined(before, { since, turns, number, ...now }) {
  const same = ["takebacks", "status", "viewer"].every((key) => before?.[key] === now[key]);
  const first = turns[0]?.number ?? number + 1;
  return [...(before?.turns ?? []).filter((turn) => turn.number < first && (same || turn.number <= since)), ...turns];
}

// The number of turns before the first one that a view lacks; -1 if it lacks none.
const lacks = ({ turns }) => turns.findIndex((turn, index) => turn.number !== index + 1);

export class TableClient {
  // `onView(view, before)` is called with every new view, with its time of arrival in `arrived`, by performance.now();
  // `onConnection(open)` when the connection is open or lost; `onChat(messages, fresh)` with all chat messages of the table, and
  // then, fresh, with each message that comes; `onSeek(wait)` with our seek, or null, whenever the table
  // begins to be watched; `onPending()` when more or fewer actions wait for an answer; `onAnswer(answer)` with the
  // answer to an action that was sent before the page was loaded again. `part(from, viewer)` answers the address of the
  // turns after number `from`; without it the views of long games have only their last turns.
  constructor({
    table,
    seat,
    language,
    view = null,
    part = null,
    onView,
    onConnection = () => {},
    onChat = () => {},
    onSeek = () => {},
    onOnlookers = () => {},
    onPending = () => {},
    onAnswer = () => {},
  }) {
    Object.assign(this, { table, seat, language, part, onView, onConnection, onChat, onSeek, onOnlookers, onPending });
    this.view = view && { ...view, arrived: performance.now() };
    const stored = JSON.parse(ofTab.get(`unanswered-${table}`) ?? "[]");
    this.unanswered = new Map(stored.map((message) => [message.object.id, { ...message, resolve: onAnswer }]));
    this.watched = false;
    this.completing = false;
    this.socket = connect(table);
    this.socket.on("connect", () => this.watch());
    this.socket.on("disconnect", () => this.lose());
    this.socket.on("connect_error", () => this.lose());
    this.socket.on("view", (update) => this.take(update));
    this.socket.on("said", ({ table: where, message }) => {
      if (where === this.table && this.watched) this.onChat([message], true);
    });
    this.socket.on("onlookers", ({ table: where, count }) => where === this.table && this.onOnlookers(count));
  }

  // Looks from another seat from now on: its view replaces the old one.
  look(seat) {
    this.seat = seat;
    this.watch();
  }

  watch() {
    const { table, seat, language } = this;
    this.watched = false;
    this.socket.emit("watch", { table, seat, language }, (answer) => {
      // Meanwhile the reader may look from another seat.
      if (seat !== this.seat) return;
      if (!answer.ok) {
        this.onView(this.view, this.view, answer.refusal);
        return;
      }
      this.watched = true;
      this.onConnection(true);
      this.replace({ ...answer.view, turns: joined(this.view, answer.view) });
      this.onChat(answer.chat, false);
      this.onSeek(answer.wait);
      this.onOnlookers(answer.onlookers);
      for (const message of this.unanswered.values()) this.emit(message);
    });
  }

  lose() {
    this.watched = false;
    this.onConnection(false);
  }

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

  // Fetches the turns that the view of a long game lacks, part by part, and shows them when they are all here.
  async complete() {
    if (this.completing || !this.part || lacks(this.view) < 0) return;
    this.completing = true;
    for (let first = lacks(this.view); first >= 0; first = lacks(this.view)) {
      const before = this.view;
      const answer = await fetch(this.part(first, before.viewer)).catch(() => null);
      if (!answer?.ok) break;
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
    if (lacks(this.view) < 0) this.replace(this.view);
  }

  replace(view) {
    const before = this.view;
    this.view = { ...view, arrived: performance.now() };
    this.onView(this.view, before);
    this.complete();
  }

  // Sends an action of our seat, or of another that the fields name; the promise holds the server's answer, however
  // often it was sent.
  send(event, fields = {}) {
    const id = newId();
    const object = { table: this.table, seat: this.seat, id, ...fields };
    return new Promise((resolve) => {
      const message = { event, object, resolve };
      this.unanswered.set(id, message);
      this.store();
      if (this.watched) this.emit(message);
    });
  }

  // Keeps unanswered actions for this tab: a player without a connection may load the page again.
  store() {
    const stored = [...this.unanswered.values()].map(({ event, object }) => ({ event, object }));
    ofTab.set(`unanswered-${this.table}`, JSON.stringify(stored));
    this.onPending();
  }

  // Drops unanswered actions: they are not sent again. The server may still carry them out.
  drop() {
    const messages = [...this.unanswered.values()];
    this.unanswered.clear();
    for (const { resolve } of messages) resolve({ ok: false, dropped: true, refusal: { sentence: "" } });
    this.store();
  }

  emit(message) {
    const patience = computer(this.view) ? PATIENCE_WITH_COMPUTER : PATIENCE;
    this.socket.timeout(patience).emit(message.event, message.object, (error, answer) => {
      if (!this.unanswered.has(message.object.id)) return;
      if (error) {
        if (this.watched) this.emit(message);
        return;
      }
      this.unanswered.delete(message.object.id);
      this.store();
      message.resolve(answer);
    });
  }
}
