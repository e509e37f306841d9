// @ts-check
// The analysis board: moves of all sides are tried on it, in a tree, and each position is evaluated by the site.

import "../board/element.js";
import "./base.js";
import { remember, showPosition } from "../analysis/address.js";
import { AnalysisClient } from "../analysis/client.js";
import { Comments } from "../analysis/comment.js";
import { firstTree } from "../analysis/first-tree.js";
import { planLines } from "../analysis/line-plan.js";
import { ExpectedLines, grown } from "../analysis/lines.js";
import { MixPanel } from "../analysis/mix.js";
import { drawPlates, namesOf, PositionPanel } from "../analysis/position.js";
import { Preview } from "../analysis/preview.js";
import { TreeFiles } from "../analysis/tree-files.js";
import { holdsTree } from "../analysis/tree-text.js";
import { TreeView } from "../analysis/tree-view.js";
import { MOST_NODES, Tree, turnOf } from "../analysis/tree.js";
import { addTools } from "../board/toolbar.js";
import { players, seatPlates } from "../game/plates.js";
import { Stepper } from "../game/stepper.js";
import { written } from "../game/turns.js";
import { putAddress } from "../lib/address.js";
import { data, element, fill, make, optional, query, queryAll, show } from "../lib/dom.js";
import { addPickers } from "../lib/picker.js";
import { Matrix } from "../review/matrix.js";
import { Odds } from "../review/odds.js";
import { Ranking } from "../review/ranking.js";

/** @import { Answer, Position } from "../analysis/client.js" */
/** @import { Removal, TreeNode } from "../analysis/tree.js" */
/** @import { CavalierBoard } from "../board/element.js" */
/** @import { MoveView } from "../game/view-types.js" */

addPickers();

/** @type {Record<string, string>} */
const words = { ...data("words"), ...data("tree-words") };
/** The position of the address. @type {Position} */
const start = data("start");
/** @type {CavalierBoard} */
const board = query(document, "cavalier-board");
const PAUSE = 300; // Milliseconds for which a position is shown before it is evaluated.
const LATER = 2000; // Milliseconds after which a request that was too fast is repeated.
/** @type {Record<string, number>} */
const BESIDE = { ArrowUp: -1, ArrowDown: 1 };
const near = Number(queryAll(document, ".plate").at(-1)?.dataset.seat); // The seat below the board.
const tree = new Tree(start);
let here = tree.root; // The node that is shown.
let line = [here]; // The nodes from the first position through this one to the end.
const shown = () => line.indexOf(here); // The turns of the line up to the shown node.
/** By seat: the moves chosen so far, where several seats act at once. @type {Record<string, MoveView>} */
let picked = {};
let busy = false;
let unevaluated = ""; // The sentence on the last refusal of an evaluation.
/** The last deletion, while it can be undone. @type {Removal | null} */
let removed = null;
let read = false; // Whether the tree of the address has come, so that the address may be written.
let lastSupposed = 0; // The number of the last request for a supposed position: older answers are ignored.
const planning = optional("plan") !== null; // Whether lines are planned for a game that goes on: then nothing is evaluated.

const client = new AnalysisClient(start.fen, element("tree").dataset.address || location.href, words);
/** Shows a position of the line. @param {number} number */
const go = (number) => visit(line[number]);
const stepper = new Stepper(words, go);
const odds = new Odds(words, go);
const matrix = new Matrix(words, suppose);
const ranking = new Ranking(words, pickById);
const mix = new MixPanel(words, pickOf);
const lines = new ExpectedLines(follow);
const panel = new PositionPanel(words, pick, pickAgain);
const view = new TreeView(words, visit);
const preview = new Preview(leaveSupposed, play);
const comments = new Comments(words, () => here, changed);

/** @param {TreeNode} node */
const turnsTo = (node) => line.slice(1, line.indexOf(node) + 1).map(({ played }) => played);
/** @param {Position} position */
const acting = ({ result, moves }) => (result || !moves ? [] : Object.keys(moves).map(Number));

/**
 * Shows a refusal; true without one: then what was said disappears, with `own` as in `complain`.
 * @param {Answer | null} answer
 * @param {string | null} own
 * @returns {answer is Extract<Answer, Position>}
 */
function holds(answer, own = null) {
  const refused = answer?.picture ? "" : (answer?.refusal?.sentence ?? words.no_answer);
  complain(refused, own);
  return !refused;
}

/**
 * Shows the sentence of a refusal. An empty one hides what is shown, with `own` only if it is that sentence.
 * @param {string} sentence
 * @param {string | null} own
 */
function complain(sentence, own = null) {
  if (!sentence && own !== null && own !== element("refusal").textContent) return;
  show(element("refusal"), sentence !== "");
  element("refusal").textContent = sentence;
}

/** Shows a node, and the line that leads through it: the one that was shown, unless it is another or has changed. @param {TreeNode} node */
function visit(node, fresh = false) {
  here = node;
  if (fresh || !line.includes(node)) line = tree.line(node);
  picked = {};
  lastSupposed += 1;
  preview.end();
  node.refused = false;
  showPosition(node.position, client);
  changed();
}

/** Saves the tree in the address, and shows it. */
function changed() {
  if (removed && here !== removed.node.parent) removed = null;
  if (read) remember(tree, here, client, words);
  // The line is stepped through as a game that is over.
  stepper.draw({ shown: shown(), view: { number: line.length - 1, result: true } });
  draw();
}

/** Drops the moves that were picked: they can be chosen again. */
function unpick() {
  picked = {};
  board.pending(null);
  draw();
}

/**
 * Plays one move of each seat that is to act, in the order of seats: a new turn of the tree, or one that is there. Where the
 * tree of the address has not come, it is requested again instead.
 * @param {string[]} moves
 */
async function play(moves) {
  const node = here;
  const there = tree.find(node, moves);
  const full = !there && tree.count >= MOST_NODES;
  if (busy || !read || full) {
    unpick();
    if (full) complain(fill(words.tree_full, { most: MOST_NODES }));
    else if (!busy) begin();
    return;
  }
  busy = !there;
  const answer = there ? null : await client.position([...turnsTo(node), moves]);
  busy = false;
  if (node !== here) return;
  if (there) complain("");
  else if (!holds(answer)) {
    unpick();
    return;
  }
  // The evaluation disappears: the focus of a pressed move passes to the played turn.
  if (["turn", "specials", "supposed"].some((part) => element(part).contains(document.activeElement)))
    element("state").focus();
  visit(there ?? tree.add(node, moves, /** @type {Position} */ (answer)));
}

/** Shows the position after a pair of moves of the matrix, without playing it. @param {string[]} pair */
async function suppose(pair) {
  const there = tree.find(here, pair);
  if (there) {
    if (element("turn").contains(document.activeElement)) element("state").focus();
    visit(there);
    return;
  }
  lastSupposed += 1;
  const number = lastSupposed;
  const answer = await client.position([...turnsTo(here), pair]);
  if (number !== lastSupposed || !holds(answer)) return;
  preview.begin(pair, answer, fill(words.supposed, { moves: Object.values(answer.turn?.texts ?? {}).join(" ") }));
  draw();
  board.scrollIntoView({ block: "nearest" });
}

function leaveSupposed() {
  lastSupposed += 1;
  preview.end();
  draw();
  matrix.focus();
}

/** Goes to a turn of an expected line, and adds its missing turns to the tree. @param {string[][]} turns */
async function follow(turns) {
  if (busy) return;
  if (!read) return begin();
  const from = here;
  busy = true;
  const { node, fault } = await grown(tree, client, from, turns);
  busy = false;
  if (from !== here) return;
  complain(fault);
  if (!node) return;
  if (element("turn").contains(document.activeElement)) element("state").focus();
  visit(node, true);
  board.scrollIntoView({ block: "nearest" });
}

/** Requests the moves and the evaluation of a position, unless the reader has moved on. @param {TreeNode} node */
async function evaluate(node) {
  if (node.evaluating || node.position.result || (planning && node.position.moves)) return;
  node.evaluating = true;
  await new Promise((resolve) => {
    setTimeout(resolve, PAUSE);
  });
  if (node !== here) {
    node.evaluating = false;
    return;
  }
  const known = Boolean(node.position.moves);
  const answer = known ? await client.evaluation(turnsTo(node)) : await client.position(turnsTo(node));
  node.evaluating = false;
  if (answer?.refusal?.code === "too_fast") {
    setTimeout(() => node === here && evaluate(node), LATER);
    return;
  }
  if (!answer?.picture) node.refused = true;
  else if (known) node.evaluation = answer.judgement ?? undefined;
  else node.position = answer;
  if (node !== here) return;
  // What is said of something else, as of a damaged address, stays.
  if (!holds(answer, unevaluated)) unevaluated = element("refusal").textContent;
  draw();
}

/** Requests a longer evaluation of the position in place of the one that is shown. */
async function lookLonger() {
  const node = here;
  const button = element("longer");
  button.setAttribute("aria-busy", "true");
  const answer = await client.evaluation(turnsTo(node), true);
  button.removeAttribute("aria-busy");
  if (answer?.picture) Object.assign(node, { evaluation: answer.judgement, longer: true });
  if (node !== here) return;
  holds(answer);
  draw();
}

/** The seat that chooses now: of those to act the first one without a choice. */
const chooser = () => acting(here.position).find((each) => !picked[each]);

/** @param {string} id */
function pickById(id) {
  const seat = chooser();
  if (seat !== undefined) pickOf(seat, id);
}

/** @param {number} seat @param {string} id */
function pickOf(seat, id) {
  const move = here.position.moves?.[seat].find((each) => each.id === id);
  if (move) pick(seat, move);
}

/** @param {number} seat @param {MoveView} move */
function pick(seat, move) {
  picked = { ...picked, [seat]: move };
  const seats = acting(here.position);
  if (seats.every((each) => picked[each])) play(seats.map((each) => picked[each].id));
  else draw();
}

/** Drops the move of one seat, which chooses again. @param {string} seat */
function pickAgain(seat) {
  delete picked[seat];
  draw();
}

function draw() {
  const position = preview.position ?? here.position;
  const number = shown() + (preview.position ? 1 : 0);
  const seats = preview.position ? [] : acting(position);
  const seat = seats.find((each) => !picked[each]);
  const before = line.slice(1, shown() + 1).map(turnOf);
  board.view = {
    ...position,
    number,
    takebacks: `${number} ${position.fen} ${seat}`,
    moves: seat === undefined ? [] : position.moves?.[seat],
    turns: preview.position?.turn ? [...before, preview.position.turn] : before,
  };
  view.draw(tree, here);
  drawTools();
  panel.draw(position, { seats, seat, picked, title: preview.title });
  drawPlates(position);
  drawJudgement();
  if (!here.evaluation && !here.refused) evaluate(here);
}

/** The tools for the current turn. */
function drawTools() {
  const root = here === tree.root;
  show(element("promote"), !root && !Tree.main(here));
  show(element("remove"), !root);
  show(element("restore"), removed !== null);
  show(element("tree-none"), !tree.count);
  comments.draw(root ? "" : written(turnOf(here)));
}

function drawJudgement() {
  const { evaluation, refused, position } = here;
  element("thinking").textContent = planning || evaluation || position.result || refused ? "" : words.thinking;
  if (planning) return;
  const names = namesOf(position);
  const course = line.map((each) =>
    each.position.result ? { scores: each.position.result.points, end: true } : each.evaluation,
  );
  const seats = players(position).map((chair) => chair.seat);
  // A position from the middle of a game has no turn number: the last move names it.
  const move = Object.values(position.turn?.texts ?? {}).join(" ");
  odds.draw({ course, names, seats, seat: seats[0], shown: shown(), turns: line.length - 1, move });
  show(element("turn"), Boolean(evaluation?.sentences.length));
  show(element("longer"), evaluation !== undefined && !evaluation.exact && !here.longer);
  if (!evaluation) return;
  element("looked").textContent = evaluation.looked;
  element("turn-told").replaceChildren(...evaluation.sentences.map((text) => make("li", { text })));
  // The next turn of the line is framed as the played one.
  const next = line[shown() + 1]?.played ?? [];
  /** @type {(moves: { id: string, played: boolean }[] | null | undefined, id: string) => void} */
  const mark = (moves, id) =>
    moves?.forEach((each) => {
      each.played = each.id === id;
    });
  mark(evaluation.grid?.rows, next[0]);
  mark(evaluation.grid?.columns, next[1]);
  mark(evaluation.list, next[0]);
  mix.draw(evaluation.grid, names);
  matrix.draw(evaluation, 0, { mine: names[0], theirs: names[1], viewer: null }, preview.moves);
  const seat = chooser() ?? 0;
  lines.draw(evaluation.lines ?? [], names[evaluation.grid ? 0 : seat]);
  ranking.draw(evaluation.lists ? evaluation.lists[seat] : evaluation.list, names[seat]);
}

// A hand on the pointer wants the keys for the turns; on the board they walk from square to square.
let pointed = false;
board.addEventListener("pointerdown", () => {
  pointed = true;
});
board.addEventListener("keydown", () => {
  pointed = false;
});
board.addEventListener("choose", ({ detail }) => {
  if (pointed) /** @type {HTMLElement} */ (document.activeElement).blur();
  const seat = chooser();
  if (seat === undefined) unpick();
  else pick(seat, detail.move);
});

element("longer").addEventListener("click", lookLonger);

element("promote").addEventListener("click", () => {
  tree.promote(here);
  line = tree.line(here);
  changed();
});

element("remove").addEventListener("click", () => {
  const { parent } = here;
  if (!parent) return;
  removed = tree.remove(here);
  visit(parent, true);
  element("restore").focus();
});

element("restore").addEventListener("click", () => {
  if (!removed) return;
  tree.restore(removed);
  visit(removed.node, true);
  element("state").focus();
});

document.addEventListener("keydown", (event) => {
  if (
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.defaultPrevented ||
    !(event.key in BESIDE)
  )
    return;
  if (/** @type {Element} */ (event.target).closest("input, select, textarea, dialog")) return;
  const node = Tree.beside(here, BESIDE[event.key]);
  if (!node) return;
  event.preventDefault();
  visit(node);
});

// Another tree in the address of the same page: a link to one was followed, or pasted. The link to the content names no tree.
addEventListener("hashchange", ({ oldURL }) => {
  if (!location.hash || holdsTree(location.hash)) return location.reload();
  putAddress(new URL(oldURL));
  const main = query(document, "main");
  main.tabIndex = -1;
  main.focus();
});

/** Shows the tree of the address, or says why it is not whole. */
async function begin() {
  busy = true;
  const { node, fault, answered } = await firstTree(tree, client, words, optional("nodes") ? data("nodes") : []);
  busy = false;
  read = answered;
  // Lines that are not all there would take the place of those that are planned.
  if (planning) element("plan-save", HTMLButtonElement).disabled = fault !== "";
  if (node) visit(node, true);
  complain(fault);
}

query(document, "main").classList.add("ready");
new TreeFiles(tree, client, words, (refusal) => complain(refusal, words.link_not_copied));
if (planning) planLines(tree, client, words, complain);
// A part that could not be loaded is requested again at its next use.
addTools(
  board,
  () => {},
  () => seatPlates(near),
);
changed();
begin();
