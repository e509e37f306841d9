// The page of a table: brings together the link, the board, the replay and what stands around the board.

import "./board.js";
import { Panel } from "./panel.js";
import { Replay } from "./replay.js";
import { breakSeals, calm, drawPlates, together } from "./plates.js";
import { Turns } from "./turns.js";
import { data, element, show } from "./page.js";
import { Wire } from "./wire.js";

const words = data("words");
const first = data("view");
const board = document.querySelector("cavalier-board");

const panel = new Panel(words, board, {
  act: (move) => send("act", { number: wire.view.number, move: move.id }),
  unseal: () => send("unseal", { number: wire.view.number }),
  resign: () => send("resign"),
  offer: () => send("offer"),
  decline: () => send("decline"),
  claim: () => send("claim"),
});

const replay = new Replay(words, `${location.pathname.replace(/\/$/, "")}/positions${location.search}`, (past) => {
  board.view = past ?? wire.view;
  drawPlates(past ? { ...wire.view, tallies: past.tallies } : wire.view, words);
  turns.draw(wire.view, replay.shown);
  panel.look(past);
});
const turns = new Turns(replay);

const wire = new Wire({
  table: first.table,
  seat: first.viewer,
  language: document.documentElement.lang,
  view: first,
  told: (view, before, refusal) => {
    if (refusal) panel.refuse(refusal.sentence);
    else take(view, before);
  },
  linked: (yes) => {
    clearTimeout(lost);
    if (yes) show(element("connection"), false);
    else lost = setTimeout(() => show(element("connection"), true), 1500);
  },
});
let lost = null;

// What a revealed turn came to is told when its pieces have arrived, and not while they travel.
const TRAVEL = 750;
let telling = null;
let earliest = null;

async function send(event, fields) {
  const answer = await wire.send(event, fields);
  if (!answer.ok) {
    panel.refuse(answer.refusal.sentence);
    wire.watch();
  }
}

function take(view, before) {
  const live = replay.follow(view, before);
  if (live) {
    board.view = view;
    drawPlates(view, words);
    breakSeals(view, before);
  }
  earliest ??= before;
  if (live && view.number === before.number + 1 && together(before) && !calm()) {
    clearTimeout(telling);
    telling = setTimeout(tell, TRAVEL);
  } else if (telling === null) {
    tell();
  }
}

function tell() {
  const before = earliest;
  telling = null;
  earliest = null;
  turns.draw(wire.view, replay.shown);
  panel.draw(wire.view);
  announce(wire.view, before);
}

// Each sentence is announced once: those of turns that were not there before, and how the game ended.
function announce(view, before) {
  const said = view.turns.filter((turn) => turn.number > before.number).flatMap((turn) => turn.sentences ?? []);
  if (view.result && !before.result) said.push(view.result.title, view.result.sentence);
  if (said.length) element("announce").textContent = said.join(" ");
}

board.view = first;
drawPlates(first, words);
replay.follow(first, first);
turns.draw(first, replay.shown);
panel.draw(first);

for (const copy of document.querySelectorAll("[data-copy]")) {
  show(copy, Boolean(navigator.clipboard));
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(element("link").value);
    panel.toast(words.copied);
  });
}
