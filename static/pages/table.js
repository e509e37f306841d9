// The page of a table: connects the client, the board, the replay and the parts around the board.

import "../board/element.js";
import "./base.js";
import { addTools } from "../board/toolbar.js";
import { drawMaterial } from "../game/material.js";
import { breakSeals, drawOnlookers, drawPlates, seatPlates, stampSeals, together } from "../game/plates.js";
import { Replay } from "../game/replay.js";
import { Turns } from "../game/turns.js";
import { Announcer } from "../lib/announcer.js";
import { allowSound, withSounds } from "../lib/audio.js";
import { Clocks } from "../lib/clocks.js";
import { Connection } from "../lib/connection.js";
import { data, element, letCopy, show, toast } from "../lib/dom.js";
import { keepFocus } from "../lib/focus.js";
import { Lazy, loadStyle, loadWords } from "../lib/loader.js";
import { store, stored } from "../lib/storage.js";
import { Actions } from "../table/actions.js";
import { TableClient } from "../table/client.js";
import { Handover } from "../table/handover.js";
import { arrival, audible, news } from "../table/news.js";
import { Panel } from "../table/panel.js";
import { loadPlan } from "../table/plan-loader.js";

const words = data("words");
const first = data("view");
const reader = data("reader"); // The reader's seats, and the texts for handing over a shared device.
const board = document.querySelector("cavalier-board");
const announcer = new Announcer(element("announce"));
const say = (...sentences) => announcer.say(...sentences);

// The state of the page, from which everything around the board is drawn.
const state = {
  newest: null, // The newest view that may be shown: an older one than the server's while the device changes hands.
  view: null, // The one that is drawn: its pieces have arrived on the board.
  past: null, // The position that the board shows instead: one of the past, or one that never was.
};
const actions = new Actions(words, send, () => state.newest.sealed || (panel.sending && together(state.newest)));
const panel = new Panel(words, state, board, actions, send);
const verdicts = new Map();
const envelopes = new Lazy(
  () => Promise.all([import("../table/envelopes.js"), loadWords(element("envelopes").dataset.words)]),
  ([{ Envelopes }, parts]) =>
    new Envelopes({ ...words, ...parts.words }, parts, verdicts, (number, holds) => turns.mark(number, holds)),
  missing,
);
const ratings = new Lazy(
  () => import("../table/ratings.js"),
  (module) => module,
  missing,
);
const clocks = new Clocks(words, say);
const changes = new Lazy(
  () => import("../table/changes.js"),
  (module) => module,
  missing,
);

const handover = new Handover(
  reader,
  (seat) => client.look(seat),
  () => {
    if (!board.view) return; // The page has just come, and nothing is on it yet.
    panel.clear();
    panel.redraw();
    board.pending(null);
    announcer.clear();
  },
);

const replay = new Replay(
  words,
  () => address("positions", state.newest.viewer),
  (past) => {
    look(past);
    if (review.needed) review.use((part) => part.shows());
    say(element("shown").textContent, ...(past?.turns.at(-1)?.sentences ?? []));
  },
  () => board.hurry(),
);
const turns = new Turns(replay, words, verdicts, (number) => envelopes.use((part) => part.verify(number)));
const review = new Lazy(
  () => {
    const about = element("review").dataset;
    return Promise.all([import("../review/review.js"), loadWords(about.parts), loadStyle(about.style)]);
  },
  ([{ Review }, { words: more, html }]) => {
    element("review").innerHTML = html;
    return new Review(words, more, replay, look);
  },
  () => {
    // The parts below wait for it.
    element("review").removeAttribute("data-unknown");
    missing();
  },
);

const notice = new Lazy(
  () => import("../lib/notifications.js"),
  ({ Notifications }) => new Notifications(document.querySelector("h1").textContent, first.table),
  missing,
  element("notices"),
);
const about = element("chat").dataset;
const quiet = "quiet" in about; // There is nobody to chat with.
element("chat").open ||= location.hash === "#chat";
const chat = new Lazy(
  () => Promise.all([import("../table/chat.js"), loadWords(about.words)]),
  ([{ Chat }, words]) => {
    const part = new Chat(first, words, {
      onSend: (fields) => client.send("say", { seat: reader.seats[0] ?? null, ...fields }),
      reload: () => client.watch(),
      onMessage: () => inform("said"),
      onUnread: (text) => actions.showUnread(text),
    });
    part.see(state.newest);
    return part;
  },
  missing,
  quiet ? null : element("chat"),
);

const connection = new Connection({
  say,
  turned: (linked) => {
    panel.link(linked);
    show(element("connection-clocks"), Boolean(state.newest.clocks?.running.length));
    showUnlinked();
    document.querySelector("main").classList.toggle("unlinked", !linked);
  },
  pending: () => {
    const events = [...client.unanswered.values()].map(({ event }) => event);
    if (events.includes("act") && panel.sending) return panel.willBeSent();
    return events.length ? words.will_be_sent : "";
  },
  cancel: () => {
    client.drop();
    panel.cancel();
  },
});
const client = new TableClient({
  table: first.table,
  seat: first.viewer,
  language: document.documentElement.lang,
  view: first,
  part: (from, viewer) => address("turns", viewer, { from }),
  onView: (view, _before, refusal) => {
    if (refusal) {
      panel.refuse(refusal.sentence);
      return;
    }
    const now = handover.take(view);
    if (!now) return;
    const last = state.newest;
    state.newest = now;
    take(now, last);
  },
  onChat: (messages, fresh) => {
    if (messages.length || chat.needed) chat.use((part) => part.receive(messages, fresh));
  },
  onSeek: (wait) => {
    if (wait || seek.needed) seek.use((part) => part.take(wait));
  },
  onConnection: (yes) => connection.link(yes),
  onOnlookers: (count) => drawOnlookers(count, words),
  onPending: () => {
    connection.draw();
    showUnlinked();
  },
  onAnswer: settle,
});
const seek = new Lazy(
  () => import("../table/seek.js"),
  ({ TableSeek }) => new TableSeek(words, client.socket, first.table, () => inform("paired")),
  missing,
);
client.socket.on("paired", (found) => seek.use((part) => part.call(found)));
client.socket.on("wait", ({ wait }) => seek.use((part) => part.draw(wait)));
const plan = loadPlan({ board, client, panel, say }, missing);
const WHOLE = 400; // Milliseconds for which the seals of a turn are seen before they break.
board.hold = WHOLE;

// Shows a past position, or with null the present.
function look(past) {
  state.past = past;
  board.jump(past ?? state.view);
  draw();
}

// Draws all around the board.
function draw() {
  const { view, past } = state;
  const seen = past ? { ...view, tallies: past.tallies, picture: past.picture } : view;
  drawPlates(seen, words, past?.stones);
  // If the game counts material, the captures of each player.
  if (Object.keys(view.army).length) drawMaterial(seen, words);
  clocks.draw(view, past);
  turns.draw(view, replay.shown);
  panel.draw(handover.prompt);
  plan(view);
}

// Without a connection a move may be made all the same.
function showUnlinked() {
  show(
    element("connection-moves"),
    state.newest.chairs[state.newest.viewer]?.state === "choosing" && !client.unanswered.size,
  );
}

// An address of the table, for this seat; for none while a device that several share changes hands.
function address(name, viewer, fields = {}) {
  const found = new URL(`${location.pathname.replace(/\/$/, "")}/${name}${location.search}`, location.href);
  if (handover.several) found.searchParams.set("seat", viewer ?? "none");
  for (const [field, value] of Object.entries(fields)) found.searchParams.set(field, value);
  return found;
}

// A person who holds all seats need not agree twice: the seat that moved last asks.
function seatFor(event) {
  const { viewer, turns: played } = state.newest;
  if (!handover.several || !["takeback", "rematch"].includes(event)) return viewer;
  const last = played.findLast(({ texts }) => reader.seats.some((seat) => seat in texts))?.texts ?? {};
  return reader.seats.find((seat) => seat in last) ?? reader.seats[0];
}

// Notifies a reader who looks elsewhere, by the key of one of the words.
function inform(what) {
  if (what && document.hidden) notice.use((part) => part.notify(what));
}

client.socket.on("mine", ({ challenged }) => inform(challenged && "challenged"));

// A part of the page could not be loaded.
function missing() {
  toast(words.missing);
}

async function send(event, fields) {
  settle(await client.send(event, { seat: seatFor(event), ...fields }));
}

function settle(answer) {
  if (answer.ok || answer.dropped) return;
  panel.refuse(answer.refusal.sentence);
  client.watch();
}

function take(view, before) {
  // After the game, the other chat room may be read.
  if (chat.needed || (view.status !== before.status && view.status !== "running")) chat.use((part) => part.see(view));
  inform(news(view, before));
  if (view.viewer !== before.viewer) turnTo(view.viewer);
  followSeals(view);
  if (replay.live || replay.returns(view, state.view)) board.view = view;
  else showView(view, state.past);
}

function followSeals(view) {
  const any = view.chairs.some(({ seal }) => seal) || view.dice || view.turns.some(({ opened }) => opened);
  if (any || envelopes.needed) envelopes.use((part) => part.follow(view));
}

function followReview(view) {
  if (view.result || review.needed) review.use((part) => part.follow(view));
}

function turnTo(seat) {
  replay.forget();
  seatPlates(seat);
  board.toggleAttribute("data-turned", reader.turned.includes(seat));
}

// A finished game is shown with other eyes: nothing is hidden now.
function ended(view) {
  replay.forget();
  if (Object.values(view.turns.at(-1)?.opened ?? {}).some(({ nonce }) => !nonce)) client.watch();
}

// Players go on to the next game; others find a link to it.
function next() {
  if (reader.seats.length) location.assign(element("next-table").href);
}

// A view is described and announced when its pieces have arrived.
function showView(view, past) {
  const before = state.view;
  Object.assign(state, { view, past });
  replay.follow(view, before ?? view);
  draw();
  if (before) announceChanges(view, before);
  followReview(view);
  if (first.rated && view.result) ratings.use((part) => part.showRatings(address("ratings", null)));
}

function announceChanges(view, before) {
  withSounds((part) => part.follow(view, before));
  const { taken } = panel;
  const read = (id) => (element(id).querySelector("b") ?? element(id)).textContent;
  if (audible(view) !== audible(before))
    changes.use(({ describeChanges }) => say(...describeChanges(view, before, words, { taken, notice: read })));
  if (view.result && view.viewer !== null) store(PLAYED, "yes");
  if (view.result && !before.result) {
    ended(view);
    // A reader who has scrolled away is led to the result, unless they are writing.
    if (document.activeElement?.id !== "say-text") element("state").scrollIntoView({ block: "nearest" });
  }
  if (view.rematch?.table && !before.rematch?.table) next();
}

board.addEventListener("revealing", ({ detail }) => stampSeals(detail.turn, words));
board.addEventListener("breaking", () => breakSeals());
board.addEventListener("shown", ({ detail }) => showView(detail.view, null));

// Who has played a game to its end here knows the rules.
const PLAYED = `played-${first.variant}`;
element("reminder").open = stored(PLAYED) !== "yes";

// The panel's text on a chosen move is announced, too: its needs and its price.
board.addEventListener("choose", () => {
  if (panel.chosen) say(element("headline").textContent, element("explain").textContent);
});
keepFocus();
allowSound();
addTools(board, missing, () => seatPlates(state.newest.viewer));
state.newest = handover.take(client.view) ?? client.view;
board.view = state.newest;
followSeals(state.newest);
if (replay.eyes !== null) replay.go(state.newest.number);
inform(arrival(state.newest));
show(element("chat"), !quiet);
show(element("notices"), true);
if (stored("sound") === "yes") notice.use(() => {}); // It has to be ready when the reader touches the page.

document.querySelector("main").classList.add("ready");

letCopy(() => toast(words.copied));
