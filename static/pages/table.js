// @ts-check
// The page of a table: makes the parts around the board in order, and connects them by their events.

import "../board/element.js";
import "./base.js";
import { addTools } from "../board/toolbar.js";
import { drawMaterial } from "../game/material.js";
import { breakSeals, drawOnlookers, drawPlates, seatPlates, stampSeals, together } from "../game/plates.js";
import { loadFrom, Replay } from "../game/replay.js";
import { Stepper } from "../game/stepper.js";
import { Turns } from "../game/turns.js";
import { Announcer } from "../lib/announcer.js";
import { allowSound, withSounds } from "../lib/audio.js";
import { Clocks } from "../lib/clocks.js";
import { Connection } from "../lib/connection.js";
import { data, element, letCopy, query, show, toast } from "../lib/dom.js";
import { keepFocus } from "../lib/focus.js";
import { store, stored } from "../lib/storage.js";
import { Actions } from "../table/actions.js";
import { TableClient } from "../table/client.js";
import { Handover } from "../table/handover.js";
import { LateParts } from "../table/late-parts.js";
import { arrival, audible, news } from "../table/news.js";
import { Panel } from "../table/panel.js";
import { loadPlan } from "../table/plan-loader.js";

/** @import { BoardHost, CavalierBoard } from "../board/element.js" */
/** @import { ReplayedView } from "../game/replay.js" */
/** @import { View } from "../game/view-types.js" */
/** @import { Answer, TimedView } from "../table/client.js" */
/** @import { Reader } from "../table/handover.js" */
/** @import { TableWords } from "../table/words.js" */

const WHOLE = 400; // Milliseconds for which the seals of a turn are seen before they break.

class TablePage {
  /** @type {TimedView | null} the view that is drawn: its pieces have arrived on the board */
  view = null;
  /** @type {ReplayedView | null} the position that the board shows instead: one of the past, or one that never was */
  past = null;

  /**
   * @param {TableWords} words
   * @param {View} first the view with which the page came
   * @param {Reader} reader
   * @param {CavalierBoard} board
   */
  constructor(words, first, reader, board) {
    this.words = words;
    this.first = first;
    this.reader = reader;
    this.board = board;
    this.announcer = new Announcer(element("announce"));
    this.client = new TableClient({
      table: first.table,
      seat: first.viewer,
      language: document.documentElement.lang,
      view: first,
      part: (from, viewer) => this.address("turns", viewer, { from }),
    });
    this.handover = new Handover(reader, {
      look: (seat) => this.client.look(seat),
      wipe: () => this.wipe(),
    });
    /** The newest view that may be shown: an older one than the server's while the device changes hands. */
    this.newest = this.client.view;
    /** @type {(event: string, fields: Record<string, unknown>) => Promise<void>} */
    const send = (event, fields) => this.send(event, fields);
    this.actions = new Actions(words, this.newest, { send, secret: () => this.isSecret() });
    this.panel = new Panel(words, this.newest, board, this.actions, send);
    this.clocks = new Clocks(words, (sentence) => this.say(sentence));
    this.replay = new Replay(
      {
        load: loadFrom(() => this.address("positions", this.newest.viewer)),
        onLeave: () => board.hurry(),
        onStep: () => this.stepper.draw(this.replay),
        onLook: (past) => this.onPast(past),
        onMissing: () => this.late.missing(),
      },
      new URL(location.href).searchParams.has("eyes"),
    );
    this.stepper = new Stepper(words, (number) => this.replay.go(number));
    /** @type {Map<number, boolean>} by the number of a turn, whether its envelopes hold */
    const verdicts = new Map();
    this.turns = new Turns(this.replay, words, verdicts, (number) =>
      this.late.envelopes.use((part) => part.verify(number), true),
    );
    this.late = new LateParts({
      words,
      first,
      client: this.client,
      replay: this.replay,
      verdicts,
      onCheck: (number, holds) => this.turns.mark(number, holds),
      newest: () => this.newest,
      look: (past) => this.look(past),
      chatPage: {
        onSend: (fields) => this.client.send("say", { seat: reader.seats[0] ?? null, ...fields }),
        reload: () => this.client.watch(),
        onMessage: () => this.late.notify("said"),
        onUnread: (text) => this.actions.showUnread(text),
      },
      onFound: () => this.late.notify("paired"),
    });
    this.connection = new Connection({
      say: (sentence) => this.say(sentence),
      turned: (linked) => this.onLink(linked),
      pending: () => this.pending(),
      cancel: () => {
        this.client.drop();
        this.panel.clear();
        this.panel.cancel();
      },
    });
    const host = { board, client: this.client, panel: this.panel, say: (/** @type {string} */ text) => this.say(text) };
    this.drawPlan = loadPlan(host, this.late.missing);
    this.connect();
  }

  /** Connects the parts by their events. */
  connect() {
    const { board, client, words } = this;
    const { chat, seek } = this.late;
    client.events.on("view", ({ view }) => this.onView(view));
    client.events.on("refused", ({ sentence }) => this.panel.refuse(sentence));
    client.events.on("answer", (answer) => this.settle(answer));
    client.events.on("connection", (open) => this.connection.link(open));
    client.events.on("onlookers", (count) => drawOnlookers(count, words));
    client.events.on("pending", () => {
      this.connection.draw();
      this.showUnlinked();
    });
    client.events.on("chat", ({ messages, fresh }) => {
      if (messages.length || chat.needed) chat.use((part) => part.receive(messages, fresh));
    });
    client.events.on("seek", (wait) => {
      if (wait || seek.needed) seek.use((part) => part.take(wait));
    });
    document.addEventListener("toasted", (event) => this.say(/** @type {CustomEvent} */ (event).detail.text));
    client.socket.on("paired", (found) => seek.use((part) => part.call(found)));
    client.socket.on("wait", ({ wait }) => seek.use((part) => part.draw(wait)));
    client.socket.on("mine", ({ challenged }) => this.late.notify(challenged ? "challenged" : ""));
    const host = /** @type {BoardHost} */ (board);
    host.addEventListener("revealing", ({ detail }) => stampSeals(detail.turn, words));
    host.addEventListener("breaking", () => breakSeals());
    // Only views of this table are given to the board.
    host.addEventListener("shown", ({ detail }) => this.showView(/** @type {TimedView} */ (detail.view), null));
    // The panel's text on a chosen move is announced, too: its needs and its price.
    host.addEventListener("choose", () => {
      if (this.panel.chosen) this.say(element("headline").textContent, element("explain").textContent);
    });
  }

  /** Shows the table for the first time. */
  begin() {
    const { board, client, late } = this;
    board.hold = WHOLE;
    element("reminder", HTMLDetailsElement).open = stored(this.played) !== "yes";
    element("chat", HTMLDetailsElement).open ||= location.hash === "#chat";
    keepFocus();
    allowSound();
    addTools(board, late.missing, () => seatPlates(this.newest.viewer));
    this.newest = this.handover.take(client.view) ?? client.view;
    board.view = this.newest;
    this.followSeals(this.newest);
    if (this.replay.otherEyes) this.replay.go(this.newest.number);
    this.late.notify(arrival(this.newest));
    show(element("chat"), !late.quiet);
    query(document, "main").classList.add("ready");
    letCopy(() => toast(this.words.copied));
  }

  /** Under which name the browser keeps that its reader has played such a game to its end: they know the rules. */
  get played() {
    return `played-${this.first.variant}`;
  }

  // Views

  /** A view came from the server. @param {TimedView} view */
  onView(view) {
    const now = this.handover.take(view);
    if (!now) return;
    const { chat } = this.late;
    const before = this.newest;
    this.newest = now;
    // After the game, the other chat room may be read.
    if (chat.needed || (now.status !== before.status && now.status !== "running")) chat.use((part) => part.see(now));
    this.late.notify(news(now, before));
    if (now.viewer !== before.viewer) this.turnTo(now.viewer);
    this.followSeals(now);
    if (this.replay.live || (this.view && this.replay.returns(now, this.view))) this.board.view = now;
    else this.showView(now, this.past);
  }

  /** A view is described and announced when its pieces have arrived. @param {TimedView} view @param {ReplayedView | null} past */
  showView(view, past) {
    const { review, ratings } = this.late;
    const before = this.view;
    this.view = view;
    this.past = past;
    this.replay.follow(view, before ?? view);
    this.draw();
    if (before) this.announceChanges(view, before);
    if (view.result || review.needed) review.use((part) => part.follow(view));
    if (this.first.rated && view.result) ratings.use((part) => part.showRatings(this.address("ratings", null)));
  }

  /** Draws all around the board. */
  draw() {
    const { view, past, words } = this;
    if (!view) return;
    const seen = past ? { ...view, tallies: past.tallies, picture: past.picture } : view;
    drawPlates(seen, words, past?.stones);
    // If the game counts material, the captures of each player.
    if (Object.keys(view.army).length) drawMaterial(seen, words);
    this.clocks.draw(view, past);
    this.turns.draw(view, this.replay.shown);
    this.panel.draw(view, past, this.handover.prompt);
    this.drawPlan(view);
  }

  /** Shows a past position, or with null the present. @param {ReplayedView | null} past */
  look(past) {
    this.past = past;
    const shown = past ?? this.view;
    if (shown) this.board.jump(shown);
    this.draw();
  }

  /** The reader has stepped to a past position, or to the present. @param {ReplayedView | null} past */
  onPast(past) {
    const { review } = this.late;
    this.look(past);
    if (review.needed) review.use((part) => part.shows());
    this.say(element("shown").textContent, ...(past?.turns.at(-1)?.sentences ?? []));
  }

  /** @param {View} view */
  followSeals(view) {
    const { envelopes } = this.late;
    const any = view.chairs.some(({ seal }) => seal) || view.dice || view.turns.some(({ opened }) => opened);
    if (any || envelopes.needed) envelopes.use((part) => part.follow(view));
  }

  /** @param {number | null} seat */
  turnTo(seat) {
    this.replay.forget();
    seatPlates(seat);
    this.board.toggleAttribute("data-turned", seat !== null && this.reader.turned.includes(seat));
  }

  /** Nothing of a seat may stay on the page. */
  wipe() {
    if (!this.board.view) return; // The page has just come, and nothing is on it yet.
    this.panel.clear();
    this.panel.redraw();
    this.board.pending(null);
    this.announcer.clear();
  }

  // News

  /** @param {...string} sentences announced to screen readers */
  say(...sentences) {
    this.announcer.say(...sentences);
  }

  /** @param {TimedView} view @param {TimedView} before */
  announceChanges(view, before) {
    withSounds((part) => part.follow(view, before));
    const { taken } = this.panel;
    const notice = (/** @type {string} */ id) => (element(id).querySelector("b") ?? element(id)).textContent;
    if (audible(view) !== audible(before)) {
      this.late.changes.use((part) => this.say(...part.describeChanges(view, before, this.words, { taken, notice })));
    }
    if (view.result && view.viewer !== null) store(this.played, "yes");
    if (view.result && !before.result) this.onEnd(view);
    // Players go on to the next game; others find a link to it.
    if (view.rematch?.table && !before.rematch?.table && this.reader.seats.length) {
      location.assign(element("next-table", HTMLAnchorElement).href);
    }
  }

  /** A finished game is shown with other eyes: nothing is hidden now. @param {View} view */
  onEnd(view) {
    this.replay.forget();
    if (Object.values(view.turns.at(-1)?.opened ?? {}).some(({ nonce }) => !nonce)) this.client.watch();
    // A reader who has scrolled away is led to the result, unless they are writing.
    if (document.activeElement?.id !== "say-text") element("state").scrollIntoView({ block: "nearest" });
  }

  // Actions

  /** Whether a move of the reader is sealed, or on its way to be. */
  isSecret() {
    return Boolean(this.newest.sealed || (this.panel.sending && together(this.newest)));
  }

  /** @param {string} event @param {Record<string, unknown>} fields */
  async send(event, fields) {
    this.settle(await this.client.send(event, { seat: this.seatFor(event), ...fields }));
  }

  /** @param {Answer} answer */
  settle(answer) {
    if (answer.ok || answer.dropped) return;
    this.panel.refuse(answer.refusal.sentence);
    // A message that came too fast was not looked at: nothing is known to have changed.
    if (answer.refusal.code !== "too_fast") this.client.watch();
  }

  /** A person who holds all seats need not agree twice: the seat that moved last asks. @param {string} event */
  seatFor(event) {
    const { viewer, turns } = this.newest;
    const { seats } = this.reader;
    if (!this.handover.several || !["takeback", "rematch"].includes(event)) return viewer;
    const last = turns.findLast(({ texts }) => seats.some((seat) => seat in texts))?.texts ?? {};
    return seats.find((seat) => seat in last) ?? seats[0];
  }

  /**
   * An address of the table, for this seat; for none while a device that several share changes hands.
   * @param {string} name
   * @param {number | null} viewer
   * @param {Record<string, string | number>} fields
   */
  address(name, viewer, fields = {}) {
    const found = new URL(`${location.pathname.replace(/\/$/, "")}/${name}${location.search}`, location.href);
    if (this.handover.several) found.searchParams.set("seat", String(viewer ?? "none"));
    for (const [field, value] of Object.entries(fields)) found.searchParams.set(field, String(value));
    return found;
  }

  // The connection

  /** @param {boolean} linked */
  onLink(linked) {
    this.panel.link(linked);
    show(element("connection-clocks"), Boolean(this.newest.clocks?.running.length));
    this.showUnlinked();
    query(document, "main").classList.toggle("unlinked", !linked);
  }

  /** A sentence on the action that waits for an answer; "" for none. */
  pending() {
    const events = [...this.client.unanswered.values()].map(({ event }) => event);
    if (events.includes("act") && this.panel.sending) return this.panel.willBeSent();
    return events.length ? this.words.will_be_sent : "";
  }

  /** Without a connection a move may be made all the same. */
  showUnlinked() {
    const { chairs, viewer } = this.newest;
    const choosing = viewer !== null && chairs[viewer].state === "choosing";
    show(element("connection-moves"), choosing && !this.client.unanswered.size);
  }
}

const board = /** @type {CavalierBoard} */ (query(document, "cavalier-board"));
new TablePage(data("words"), data("view"), data("reader"), board).begin();
