// The analysis board: moves of all sides are tried on it, in a tree, and each position is judged by the site.

import "./board.js";
import "./installed.js";
import { remember, tellPosition } from "./addressed.js";
import { Asking } from "./asking.js";
import { Comments } from "./comments.js";
import { Expected, grown } from "./expected.js";
import { Heat } from "./heat.js";
import { Mix } from "./mix.js";
import { Odds } from "./odds.js";
import { data, element, fill, make, show } from "./page.js";
import { planted } from "./planting.js";
import { players, seatPlates } from "./plates.js";
import { Ranking } from "./ranking.js";
import { Replay } from "./replay.js";
import { drawPlates, drawState, namesOf } from "./stated.js";
import { Supposing } from "./supposing.js";
import { tooled } from "./tooled.js";
import { Tree } from "./tree.js";
import { TreeFiles } from "./treefiles.js";
import { TreeView } from "./treeview.js";
import { written } from "./turns.js";

const words = { ...data("words"), ...data("tree-words") };
const start = data("start"); // The position of the address.
const board = document.querySelector("cavalier-board");
const PAUSE = 300; // Milliseconds for which a position is shown before it is judged.
const LATER = 2000; // Milliseconds after which somebody who was too fast asks again.
const BESIDE = { ArrowUp: -1, ArrowDown: 1 };
const tree = new Tree(start);
let here = tree.root; // The node that is shown.
let line = [here]; // The nodes from the first position through this one to the end.
let picked = {}; // By seat: the moves chosen so far, where several seats act at once.
let busy = false;
let removed = null; // What was deleted last, while it can be brought back.
let read = false; // Whether the address was read, so that it may be written.

// Steps through the line as through a game that is over.
class Steps extends Replay {
  go(number) {
    visit(line[number]);
  }
}

const asking = new Asking(start.fen, element("tree").dataset.address || location.href, words);
const steps = new Steps(words);
const odds = new Odds(words, (number) => steps.go(number));
const heat = new Heat(words, suppose);
const ranking = new Ranking(words, pickById);
const mix = new Mix(words, (seat, id) => pick(seat, here.told.moves[seat].find((move) => move.id === id)));
const expected = new Expected(words, follow);
const view = new TreeView(words, visit);
const supposing = new Supposing(leaveSupposed, () => play(supposing.moves));
const comments = new Comments(words, () => here, changed);

const turnsTo = (node) => line.slice(1, line.indexOf(node) + 1).map(({ played }) => played);
const acting = ({ result, moves }) => (result || !moves ? [] : Object.keys(moves).map(Number));

// Tells what was refused; true where the site answered as it was asked.
function holds(answer) {
  const refused = answer?.picture ? "" : (answer?.refusal?.sentence ?? words.no_answer);
  complain(refused);
  return !refused;
}

function complain(sentence) {
  show(element("refusal"), sentence !== "");
  element("refusal").textContent = sentence;
}

// Shows a node, and the line that leads through it: the one that was shown, unless it is another or has changed.
function visit(node, fresh = false) {
  here = node;
  if (fresh || !line.includes(node)) line = tree.line(node);
  picked = {};
  supposing.end();
  node.refused = false;
  tellPosition(node.told, asking);
  changed();
}

// The tree is kept as it is now, and shown.
function changed() {
  if (removed && here !== removed.node.parent) removed = null;
  if (read) remember(tree, here, asking, words);
  steps.view = { number: line.length - 1, result: true };
  steps.shown = line.indexOf(here);
  steps.draw();
  draw();
}

// Plays one move of each seat that is to act, in the order of seats: a new turn of the tree, or one that is there.
async function play(moves) {
  if (busy) return;
  const node = here;
  const there = tree.find(node, moves);
  busy = !there;
  const answer = there?.told ?? await asking.told([...turnsTo(node), moves]);
  busy = false;
  picked = {};
  if (node !== here) return;
  if (!holds(answer)) {
    draw();
    return;
  }
  // The evaluation goes away with it: the focus of a pressed move passes on to what was played.
  if (["turn", "specials", "supposed"].some((part) => element(part).contains(document.activeElement))) element("state").focus();
  visit(tree.add(node, moves, answer));
}

// Shows what a pair of moves of the matrix leads to, without playing it.
async function suppose(pair) {
  const there = tree.find(here, pair);
  if (there) {
    if (element("turn").contains(document.activeElement)) element("state").focus();
    visit(there);
    return;
  }
  const node = here;
  const answer = await asking.told([...turnsTo(node), pair]);
  if (node !== here || !holds(answer)) return;
  supposing.begin(pair, answer, fill(words.supposed, { moves: Object.values(answer.turn.texts).join(" ") }));
  draw();
  board.scrollIntoView({ block: "nearest" });
}

function leaveSupposed() {
  supposing.end();
  draw();
  heat.focus();
}

// Goes to a turn of a line that the computer expects; what the tree lacks of it is added.
async function follow(turns) {
  if (busy) return;
  const from = here;
  busy = true;
  const { node, fault } = await grown(tree, asking, from, turns);
  busy = false;
  if (from !== here) return;
  complain(fault);
  if (!node) return;
  if (element("turn").contains(document.activeElement)) element("state").focus();
  visit(node, true);
  board.scrollIntoView({ block: "nearest" });
}

// Asks what can be played in a position and what it is worth, unless the reader has already gone on to another.
async function judge(node) {
  if (node.judging || node.told.result) return;
  node.judging = true;
  await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  if (node !== here) {
    node.judging = false;
    return;
  }
  const known = Boolean(node.told.moves);
  const answer = known ? await asking.judged(turnsTo(node)) : await asking.told(turnsTo(node));
  node.judging = false;
  if (answer?.refusal?.code === "too_fast") {
    setTimeout(() => node === here && judge(node), LATER);
    return;
  }
  if (!answer?.picture) node.refused = true;
  else if (known) node.judgement = answer.judgement;
  else node.told = answer;
  if (node !== here) return;
  holds(answer);
  draw();
}

function pickById(id) {
  const seat = acting(here.told).find((each) => !picked[each]);
  pick(seat, here.told.moves[seat].find((move) => move.id === id));
}

function pick(seat, move) {
  picked = { ...picked, [seat]: move };
  const seats = acting(here.told);
  if (seats.every((each) => picked[each])) play(seats.map((each) => picked[each].id));
  else draw();
}

function draw() {
  const told = supposing.told ?? here.told;
  const number = steps.shown + (supposing.told ? 1 : 0);
  const seats = supposing.told ? [] : acting(told);
  const seat = seats.find((each) => !picked[each]);
  const before = line.slice(1, steps.shown + 1).map((node) => node.told.turn);
  board.view = {
    ...told, number, takebacks: `${number} ${told.fen} ${seat}`,
    moves: seat === undefined ? [] : told.moves[seat], turns: supposing.told ? [...before, told.turn] : before,
  };
  view.draw(tree, here);
  drawTools();
  drawState(told, { seats, seat, picked, title: supposing.title }, words, pick, (each) => {
    delete picked[each];
    draw();
  });
  drawPlates(told);
  drawJudgement();
  if (!here.judgement && !here.refused) judge(here);
}

// What can be done with the turn that is shown.
function drawTools() {
  const root = here === tree.root;
  show(element("promote"), !root && !Tree.main(here));
  show(element("remove"), !root);
  show(element("restore"), removed !== null);
  show(element("tree-none"), !tree.count);
  comments.draw(root ? "" : written(here.told.turn));
}

function drawJudgement() {
  const { judgement, refused, told } = here;
  const names = namesOf(told);
  const course = line.map((each) => (
    each.told.result ? { scores: each.told.result.points, end: true } : each.judgement));
  const seats = players(told).map(({ seat }) => seat);
  // A position from the middle of a game does not tell the number of its turn: what was played names it.
  const move = Object.values(told.turn?.texts ?? {}).join(" ");
  odds.draw({ course, names, seats, seat: seats[0], shown: steps.shown, turns: line.length - 1, move });
  show(element("turn"), Boolean(judgement?.sentences.length));
  const done = judgement || told.result || refused;
  element("thinking").textContent = done ? "" : words.thinking;
  if (done) document.querySelector("main").classList.add("ready");
  if (!judgement) return;
  element("turn-told").replaceChildren(...judgement.sentences.map((text) => make("li", { text })));
  // What the line goes on with is framed as what was played.
  const next = line[steps.shown + 1]?.played ?? [];
  const mark = (moves, id) => moves?.forEach((each) => { each.played = each.id === id; });
  mark(judgement.grid?.rows, next[0]);
  mark(judgement.grid?.columns, next[1]);
  mark(judgement.list, next[0]);
  mix.draw(judgement.grid, names);
  heat.draw(judgement, 0, { mine: names[0], theirs: names[1], viewer: null }, supposing.moves);
  const seat = acting(told).find((each) => !picked[each]);
  expected.draw(judgement.lines, names[judgement.grid ? 0 : seat]);
  ranking.draw(judgement.lists ? judgement.lists[seat] : judgement.list, names[seat]);
}

// A hand on the pointer wants the keys for the turns; on the board they walk from square to square.
let pointed = false;
board.addEventListener("pointerdown", () => { pointed = true; });
board.addEventListener("keydown", () => { pointed = false; });
board.addEventListener("choose", ({ detail }) => {
  if (pointed) document.activeElement.blur();
  const seat = acting(here.told).find((each) => !picked[each]);
  if (seat !== undefined) pick(seat, detail.move);
});

element("promote").addEventListener("click", () => {
  tree.promote(here);
  line = tree.line(here);
  changed();
});

element("remove").addEventListener("click", () => {
  removed = tree.remove(here);
  visit(removed.node.parent, true);
  element("restore").focus();
});

element("restore").addEventListener("click", () => {
  tree.restore(removed);
  visit(removed.node, true);
  element("state").focus();
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented || !(event.key in BESIDE)) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  const node = Tree.beside(here, BESIDE[event.key]);
  if (!node) return;
  event.preventDefault();
  visit(node);
});

// Another tree in the address of the same page: a link to one was followed, or pasted.
addEventListener("hashchange", () => location.reload());

new TreeFiles(tree, asking, words);
// What could not be loaded is asked for again when it is next needed.
tooled(board, () => {}, () => seatPlates(players(start)[0].seat));
changed();
planted(tree, asking, words, element("nodes") ? data("nodes") : []).then(({ node, fault }) => {
  read = true;
  if (node) visit(node, true);
  if (fault) complain(fault);
});
