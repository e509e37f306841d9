// The analysis board: moves of all sides are tried on it, and each position is judged by the site.

import "./board.js";
import "./installed.js";
import { Heat } from "./heat.js";
import { Odds } from "./odds.js";
import { data, drawStones, element, fill, make, show } from "./page.js";
import { players } from "./plates.js";
import { Ranking } from "./ranking.js";
import { Replay } from "./replay.js";

const words = data("words");
const start = data("start"); // The position of the address.
const board = document.querySelector("cavalier-board");
const PAUSE = 300; // Milliseconds for which a position is shown before it is judged.
const LATER = 2000; // Milliseconds after which somebody who was too fast asks again.

const address = location.href; // With the options of the first position.

let line = [start]; // The positions one after the other, each with the turn that led to it, and its judgement.
let picked = {}; // By seat: the moves chosen so far, where several seats act at once.
let busy = false;

const replay = new Replay(words, () => "", () => {
  here().refused = false;
  picked = {};
  tellPosition(here());
  draw();
});
const odds = new Odds(words, (number) => replay.go(number));
const heat = new Heat(words, (pair) => play(pair));
const ranking = new Ranking(words, (id) => pickById(id));

const here = () => line[replay.shown];
// What the seats are called in a position: some change their names.
const namesOf = (node) => node.chairs.map(({ title }) => title);
const turnsTo = (number) => line.slice(1, number + 1).map(({ played }) => played);
const acting = (node) => (node.result ? [] : Object.keys(node.moves).map(Number));

// The site's answer to what was played from the first position; null where nobody answered, or not as agreed.
async function ask(turns, judge) {
  const moves = turns.map((played) => played.join(" ")).join("\n");
  const body = new URLSearchParams({ fen: start.fen, moves, judge });
  try {
    return await (await fetch(address, { method: "POST", body })).json();
  } catch {
    return null;
  }
}

// Tells what was refused; true where the site answered as it was asked.
function holds(answer) {
  const refused = answer?.picture ? "" : (answer?.refusal?.sentence ?? words.no_answer);
  show(element("refusal"), refused !== "");
  element("refusal").textContent = refused;
  return !refused;
}

// Plays one move of each seat that is to act, in the order of seats; what was tried from here before is left behind.
async function play(moves) {
  if (busy) return;
  busy = true;
  const node = here();
  const answer = await ask([...turnsTo(replay.shown), moves], "no");
  busy = false;
  picked = {};
  if (!holds(answer) || node !== here()) {
    draw();
    return;
  }
  const number = replay.shown + 1;
  // The evaluation goes away with it: the focus of a pressed move passes on to what was played.
  if (["turn", "specials"].some((part) => element(part).contains(document.activeElement))) element("state").focus();
  line = [...line.slice(0, number), { ...answer, played: moves }];
  follow();
  replay.go(number);
}

// The address, the field and the link follow what is shown; until then the field keeps what was not understood.
function tellPosition({ fen, standard }) {
  const shown = new URL(location.href);
  shown.searchParams.set("fen", fen);
  history.replaceState(null, "", shown);
  for (const link of document.querySelectorAll("a.lang")) link.search = shown.search;
  element("fen").value = fen;
  element("standard-fen").textContent = standard;
  show(element("standard"), standard !== "");
  element("fen").removeAttribute("aria-invalid");
  element("fen-error")?.remove();
  element("from-here").href = `${element("from-here").dataset.setup}${shown.search}`;
}

// The stepper steps through the line as through a game that is over.
function follow() {
  replay.view = { number: line.length - 1, turns: line.slice(1).map(({ turn }) => turn), result: true };
  replay.positions = line;
}

// Asks what a position is worth, unless the reader has already gone on to another.
async function judge(node) {
  if (node.result || node.judging) return;
  node.judging = true;
  await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  if (node !== here()) {
    node.judging = false;
    return;
  }
  const answer = await ask(turnsTo(line.indexOf(node)), "yes");
  node.judging = false;
  if (answer?.refusal?.code === "too_fast") {
    setTimeout(() => node === here() && judge(node), LATER);
    return;
  }
  if (holds(answer)) node.judgement = answer.judgement;
  else node.refused = true;
  if (node === here()) draw();
}

function pickById(id) {
  const node = here();
  const seat = acting(node).find((each) => !picked[each]);
  pick(seat, node.moves[seat].find((move) => move.id === id));
}

function pick(seat, move) {
  picked = { ...picked, [seat]: move };
  const seats = acting(here());
  if (seats.every((each) => picked[each])) play(seats.map((each) => picked[each].id));
  else draw();
}

function draw() {
  const node = here();
  const number = replay.shown;
  const seats = acting(node);
  const seat = seats.find((each) => !picked[each]);
  board.view = {
    ...node, number, takebacks: `${replay.shown} ${node.fen} ${seat}`,
    moves: seat === undefined ? [] : node.moves[seat], turns: replay.view.turns.slice(0, number),
  };
  drawState(node, seats, seat);
  drawPlates(node);
  drawJudgement(node);
  if (!node.judgement && !node.refused) judge(node);
}

function drawState(node, seats, seat) {
  const names = namesOf(node);
  const told = node.turn?.sentences?.join(" ") ?? "";
  const headline = node.result ? node.result.title : fill(seats.length > 1 ? words.choose_for : words.to_move, { name: names[seat] });
  element("headline").textContent = headline;
  const rolls = node.chairs[seat]?.state === "nature";
  const onBoard = node.moves[seat]?.some(({ path }) => path.length) ?? true;
  const [one, both] = onBoard ? [words.how_one, words.how_both] : [words.here_one, words.here_both];
  const how = rolls ? words.how_rolled : seats.length > 1 ? both : one;
  element("explain").textContent = [told, node.result?.sentence, rolls && how].filter(Boolean).join(" ") || how;
  element("picked").replaceChildren(...Object.entries(picked).map(([each, { label }]) => {
    const change = make("button", { type: "button", className: "btn", text: words.change });
    change.addEventListener("click", () => {
      delete picked[each];
      draw();
    });
    return make("li", { className: "row" }, fill(words.picked, { name: names[each], move: label }), change);
  }));
  // What names no square is not found on the board.
  const specials = (node.moves[seat] ?? []).filter(({ special, path }) => special || !path.length);
  element("specials").replaceChildren(...specials.map((move) => {
    const button = make("button", { type: "button", className: "btn", text: move.title ?? move.label });
    button.addEventListener("click", () => pick(seat, move));
    return button;
  }));
  show(element("specials"), specials.length > 0);
}

function drawPlates(node) {
  drawStones(node.chairs.map((chair) => chair.stone));
  for (const name of document.querySelectorAll("[data-name]")) name.textContent = namesOf(node)[name.dataset.name];
  for (const tallies of document.querySelectorAll("[data-tallies]")) {
    const own = (node.tallies ?? []).filter(({ seat }) => String(seat ?? "") === tallies.dataset.tallies);
    tallies.textContent = own.map(({ text }) => text).join(" · ");
  }
}

function drawJudgement(node) {
  const names = namesOf(node);
  const { judgement } = node;
  const number = replay.shown;
  const course = line.map((each) => (
    each.result ? { scores: each.result.points, end: true } : each.judgement));
  const seats = players(node).map(({ seat }) => seat);
  // A position from the middle of a game does not tell the number of its turn: what was played names it.
  const move = Object.values(node.turn?.texts ?? {}).join(" ");
  odds.draw({ course, names, seats, seat: seats[0], shown: number, turns: line.length - 1, move });
  show(element("turn"), Boolean(judgement?.sentences.length));
  element("thinking").textContent = judgement || node.result || node.refused ? "" : words.thinking;
  if (judgement || node.result || node.refused) document.querySelector("main").classList.add("ready");
  if (!judgement) return;
  element("turn-told").replaceChildren(...judgement.sentences.map((text) => make("li", { text })));
  // What was tried next is framed as what was played.
  const next = line[number + 1]?.played ?? [];
  const mark = (moves, id) => moves?.forEach((move) => { move.played = move.id === id; });
  mark(judgement.grid?.rows, next[0]);
  mark(judgement.grid?.columns, next[1]);
  mark(judgement.list, next[0]);
  heat.draw(judgement, 0, { mine: names[0], theirs: names[1], viewer: null });
  const seat = acting(node).find((each) => !picked[each]);
  ranking.draw(judgement.lists ? judgement.lists[seat] : judgement.list, names[seat]);
}

board.addEventListener("choose", ({ detail }) => {
  const seat = acting(here()).find((each) => !picked[each]);
  if (seat !== undefined) pick(seat, detail.move);
});

follow();
draw();
