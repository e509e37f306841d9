// The page of a table: brings together the link, the board, the replay and what stands around the board.

import "../board/element.js";
import "./base.js";
import { addTools } from "../board/toolbar.js";
import { drawMaterial } from "../game/material.js";
import { breakSeals, drawOnlookers, drawPlates, seatPlates, stampSeals, titleOf, together } from "../game/plates.js";
import { Replay } from "../game/replay.js";
import { Turns } from "../game/turns.js";
import { Announcer } from "../lib/announcer.js";
import { allowSound, withSounds } from "../lib/audio.js";
import { Clocks } from "../lib/clocks.js";
import { Connection } from "../lib/connection.js";
import { data, element, fill, letCopy, show, toast } from "../lib/dom.js";
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
const reader = data("reader"); // The reader's seats, and what the page needs to pass the device between them.
const board = document.querySelector("cavalier-board");
const announcer = new Announcer(element("announce"));
const say = (...sentences) => announcer.say(...sentences);

const actions = new Actions(words, send, () => shown.sealed || (panel.sending && together(shown)));
const panel = new Panel(words, board, actions, send);
const verdicts = new Map();
const envelopes = new Lazy(
  () => Promise.all([import("../table/envelopes.js"), loadWords(element("envelopes").dataset.words)]),
  ([{ Envelopes }, parts]) => (
    new Envelopes({ ...words, ...parts.words }, parts, verdicts, (number, holds) => turns.mark(number, holds))),
  missing,
);
const clocks = new Clocks(words, say);
const changes = new Lazy(() => import("../table/changes.js"), (module) => module, missing);

const handover = new Handover(reader, (seat) => client.look(seat), () => {
  if (!board.view) return; // The page has just come, and nothing is on it yet.
  panel.clear();
  panel.redraw();
  board.pending(null);
  announcer.clear();
});

const replay = new Replay(words, positions, (past) => {
  look(past);
  if (review.needed) review.use((part) => part.shows());
  say(element("shown").textContent, ...(past?.turns.at(-1)?.sentences ?? []));
}, () => board.hurry());
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
    // What stands below waits for it.
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
const quiet = "quiet" in about; // Nobody is there to talk to.
element("chat").open ||= location.hash === "#chat";
const chat = new Lazy(() => Promise.all([import("../table/chat.js"), loadWords(about.words)]), ([{ Chat }, words]) => {
  const part = new Chat(first, words, {
    say: (fields) => client.send("say", { seat: reader.seats[0] ?? null, ...fields }),
    again: () => client.watch(),
    told: () => inform("said"),
    unread: (text) => actions.hear(text),
  });
  part.see(shown);
  return part;
}, missing, quiet ? null : element("chat"));

const connection = new Connection({
  say,
  turned: (linked) => {
    panel.link(linked);
    show(element("connection-clocks"), Boolean(shown.clocks?.running.length));
    tellUnlinked();
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
  told: (view, before, refusal) => {
    if (refusal) {
      panel.refuse(refusal.sentence);
      return;
    }
    const now = handover.take(view);
    if (!now) return;
    const last = shown;
    shown = now;
    take(now, last);
  },
  heard: (messages, fresh) => {
    if (messages.length || chat.needed) chat.use((part) => part.heard(messages, fresh));
  },
  waits: (wait) => {
    if (wait || seek.needed) seek.use((part) => part.take(wait));
  },
  linked: (yes) => connection.link(yes),
  onlookers: (count) => drawOnlookers(count, words),
  asked: () => {
    connection.draw();
    tellUnlinked();
  },
});
const seek = new Lazy(
  () => import("../table/seek.js"),
  ({ TableSeek }) => new TableSeek(words, client.socket, first.table, () => inform("paired")),
  missing,
);
client.socket.on("paired", (found) => seek.use((part) => part.call(found)));
client.socket.on("wait", ({ wait }) => seek.use((part) => part.draw(wait)));
const plan = loadPlan({ board, client, panel, say }, missing);
let shown = client.view; // What the page shows: the view of the client, but while the device changes hands.

// What a turn came to is told when its pieces have arrived, and not while they travel: until then all around the board
// stays as this view has it.
let told = null;
const WHOLE = 400; // Milliseconds for which the seals of a turn are seen before they break.
board.hold = WHOLE;

// The plates, and where the game counts material what each has taken.
function drawPlayers(view, stones) {
  drawPlates(view, words, stones);
  if (Object.keys(view.army).length) drawMaterial(view, words);
}

// Show a position of the past, or with null how the table stands now.
function look(past) {
  board.jump(past ?? told);
  drawPlayers(past ? { ...told, tallies: past.tallies, picture: past.picture } : told, past?.stones);
  clocks.draw(told, past);
  turns.draw(told, replay.shown);
  panel.look(past);
}

// Without a connection a move may be made all the same.
function tellUnlinked() {
  show(element("connection-moves"), shown.chairs[shown.viewer]?.state === "choosing" && !client.unanswered.size);
}

// Where the positions of the past are told, to the seat that looks now.
function positions() {
  const address = new URL(`${location.pathname.replace(/\/$/, "")}/positions${location.search}`, location.href);
  if (handover.several && shown.viewer !== null) address.searchParams.set("seat", shown.viewer);
  return address;
}

// A person who holds all seats need not agree twice: the seat that moved last asks.
function seatFor(event) {
  if (!handover.several || !["takeback", "rematch"].includes(event)) return shown.viewer;
  const last = shown.turns.findLast(({ texts }) => reader.seats.some((seat) => seat in texts))?.texts ?? {};
  return reader.seats.find((seat) => seat in last) ?? reader.seats[0];
}

// Tells of what happened, by the name of one of the words of the notices, a reader who looks elsewhere.
function inform(what) {
  if (what && document.hidden) notice.use((part) => part.tell(what));
}

// A part of the page could not be loaded.
function missing() { toast(words.missing); }

async function send(event, fields) {
  const answer = await client.send(event, { seat: seatFor(event), ...fields });
  if (answer.ok || answer.dropped) return;
  panel.refuse(answer.refusal.sentence);
  client.watch();
}

function take(view, before) {
  // When a game ends, what others have said may be read.
  if (chat.needed || (view.status !== before.status && view.status !== "running")) chat.use((part) => part.see(view));
  inform(news(view, before));
  if (view.viewer !== before.viewer) turnTo(view.viewer);
  followSeals(view);
  // Who looks at the past goes on looking at it until a turn is played.
  if (replay.live || view.number !== told.number) board.view = view;
  else tell(view);
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

// A game that is over is shown with other eyes: what was hidden while it ran may be seen now.
function ended(view) {
  replay.forget();
  if (Object.values(view.turns.at(-1)?.opened ?? {}).some(({ nonce }) => !nonce)) client.watch();
}

// Players go on to the next game; others find a link to it.
function next() {
  if (reader.seats.length) location.assign(element("next-table").href);
}

// Draws all around the board as a view has it.
function tell(view) {
  const before = told;
  told = view;
  withSounds((part) => part.follow(view, before));
  panel.title = titleOf(view, words);
  const live = replay.follow(view, before);
  clocks.draw(view, live ? null : panel.past);
  if (live) drawPlayers(view);
  turns.draw(view, replay.shown);
  panel.prompt = handover.prompt;
  panel.draw(view);
  plan(view);
  const { taken } = panel;
  const read = (id) => (element(id).querySelector("b") ?? element(id)).textContent;
  if (audible(view) !== audible(before)) changes.use(({ describeChanges }) => say(...describeChanges(view, before, words, { taken, notice: read })));
  if (view.result && !before.result) ended(view);
  if (view.result && view.viewer !== null) store(PLAYED, "yes");
  // Who has scrolled away is led to the result; who writes just then is left in peace.
  if (view.result && !before.result && document.activeElement?.id !== "say-text") {
    element("state").scrollIntoView({ block: "nearest" });
  }
  followReview(view);
  if (view.rematch?.table && !before.rematch?.table) next();
}

board.addEventListener("revealing", ({ detail }) => stampSeals(detail.turn, words));
board.addEventListener("breaking", () => breakSeals());
board.addEventListener("shown", ({ detail }) => told && tell(detail.view));

// Who has played a game to its end here knows the rules.
const PLAYED = `played-${first.variant}`;
element("reminder").open = stored(PLAYED) !== "yes";

// What the panel says of a move that was chosen is told, too: what it needs and costs.
board.addEventListener("choose", () => {
  if (panel.chosen) say(element("headline").textContent, element("explain").textContent);
});
keepFocus();
allowSound();
addTools(board, missing, () => seatPlates(shown.viewer));
shown = handover.take(client.view) ?? client.view;
board.view = shown;
told = shown;
drawPlayers(shown);
replay.follow(shown, shown);
followSeals(shown);
clocks.draw(shown, null);
turns.draw(shown, replay.shown);
panel.prompt = handover.prompt;
panel.draw(shown);
plan(shown);
if (replay.eyes !== null) replay.go(shown.number);
inform(arrival(shown));
followReview(shown);
show(element("chat"), !quiet);
show(element("notices"), true);
if (stored("sound") === "yes") notice.use(() => {}); // It has to be ready when the reader touches the page.

document.querySelector("main").classList.add("ready");

letCopy(() => toast(words.copied));
