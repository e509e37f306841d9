// @ts-check
// A puzzle: the reader plays a move or mixes moves, and the site, which knows the solution, marks the answer.

/** @import { CavalierBoard } from "../board/element.js" */
/** @import { MoveView } from "../game/view-types.js" */
/** @import { MarkedAnswer } from "../puzzles/mix.js" */
/** @import { LineView } from "../rules/trial.js" */
import "../board/element.js";
import "./base.js";
import { data, element, fill, make, query, queryAll, show } from "../lib/dom.js";
import { Mix } from "../puzzles/mix.js";

/** @type {Record<string, string> & { seat: number, mix: boolean }} */
const words = data("words");
/** @type {LineView} */
const start = data("start");
/** @type {CavalierBoard} */
const board = query(document, "cavalier-board");
const button = element("answer", HTMLButtonElement);
const hundredths = new Intl.NumberFormat(words.language, { maximumFractionDigits: 0 });

/**
 * The reader's choice.
 * @type {MoveView | null}
 */
let move = null;
/**
 * The response of the site.
 * @type {MarkedAnswer | null}
 */
let response = null;
let busy = false;
let shown = 0; // Turns of the solution on the board.

const points = (/** @type {number} */ share) => hundredths.format(share * 100);
const moves = () => start.moves[words.seat];
/** @param {LineView} node @param {MoveView[]} offered */
const view = (node, offered = []) => ({ ...node, takebacks: 0, moves: offered, viewer: null });

/** @param {MoveView | null} chosen */
function choose(chosen) {
  move = chosen;
  element("chosen").textContent = chosen ? fill(words.chosen, { move: chosen.label }) : "";
  button.disabled = !chosen;
}

/**
 * The response to an answer; null without one, or while another one is sent.
 * @param {string} answer
 * @returns {Promise<MarkedAnswer | null>}
 */
async function send(answer) {
  if (busy) return null;
  busy = true;
  button.setAttribute("aria-busy", "true");
  let found = null;
  try {
    const body = new URLSearchParams({ answer });
    found = await (await fetch(location.pathname, { method: "POST", body })).json();
  } catch {
    // The page shows that there was no response.
  }
  busy = false;
  button.removeAttribute("aria-busy");
  const refused = found?.solution ? "" : (found?.refusal?.sentence ?? words.no_answer);
  show(element("refusal"), refused !== "");
  element("refusal").textContent = refused;
  return refused ? null : found;
}

/**
 * The turns of the solution, one after the other; nothing moves unless the reader asks.
 * @param {MarkedAnswer["line"]} line
 * @param {number} way
 */
function step(line, way) {
  const last = line.length - 1;
  const to = Math.min(Math.max(shown + way, 0), last);
  const next = to === shown + 1;
  shown = to;
  const node = view(line[shown]);
  if (next) board.view = node;
  else board.jump(node);
  const { turn } = line[shown];
  const parts = turn ? [Object.values(turn.texts).join(" – "), turn.sentences.join(" ")] : [];
  const played = parts.filter(Boolean).join(": ");
  const count = fill(words.turn_of, { turn: shown, turns: last });
  element("shown").textContent = shown ? `${count} – ${played}` : words.before;
  for (const each of queryAll(element("stepper"), "button")) {
    each.setAttribute("aria-disabled", String(each.dataset.way === "-1" ? shown === 0 : shown === last));
  }
}

/**
 * What is said of an answer: a title, and what follows it.
 * @param {MoveView} move
 * @param {MarkedAnswer} answer
 * @returns {[string, (string | null | undefined)[]]}
 */
function sentences(move, { right, lost, solution, value, costs, trap }) {
  const best = solution[0];
  const also = costs[0] && fill(words.second, { move: costs[0].label, points: points(costs[0].cost) });
  const bait = trap && fill(words.trap, { move: trap.label, points: points(trap.cost) });
  if (right) {
    const title = fill(move.id === best.id ? words.right : words.as_good, { move: move.label, best: best.label });
    return [title, [fill(words.keeps, { value: points(value) }), bait ?? also]];
  }
  const fell = trap && trap.label === move.label ? fill(words.tempting, { move: trap.label }) : null;
  return [
    fill(words.wrong, { move: move.label, points: points(lost) }),
    [fill(words.best, { move: best.label, value: points(value) }), fell],
  ];
}

/** @param {MarkedAnswer} found */
function finish(found) {
  response = found;
  element("source").textContent = found.exact
    ? words.source_exact
    : fill(words.source_searched, { nodes: new Intl.NumberFormat(words.language).format(found.nodes) });
  show(element("result"), true);
  show(element("after"), true);
  show(button, false);
  const turns = found.line.length > 1;
  show(element("solution"), words.mix || turns);
  element("solution-title").textContent = words.mix && found.exact ? words.solution_exact : words.solution_searched;
  show(element("stepper"), turns);
  shown = 0;
  if (turns) step(found.line, 0);
}

/**
 * Why a wrong move loses, where one seat acts at a time: the reply that the computer finds, if it plays here.
 * @param {MoveView} wrong
 */
async function refute(wrong) {
  const address = element("analysis", HTMLAnchorElement).href;
  const body = new URLSearchParams({ fen: start.fen, moves: wrong.id, judge: "yes" });
  /** @type {{ judgement?: { odds?: Record<string, { label: string }[]> } } | null} */
  const found = await fetch(address, { method: "POST", body })
    .then((answer) => answer.json())
    .catch(() => null);
  const [reply] = Object.values(found?.judgement?.odds ?? {}).flat();
  if (reply && response && move === wrong)
    element("why").append(` ${fill(words.refuted, { move: wrong.label, reply: reply.label })}`);
}

async function answerMove() {
  const sent = move;
  if (!sent || response) return;
  const found = await send(sent.id);
  if (!found) return;
  finish(found);
  const [title, more] = sentences(sent, found);
  element("verdict").textContent = title;
  element("why").textContent = more.filter(Boolean).join(" ");
  show(element("specials"), false);
  element("chosen").textContent = "";
  element("result").focus();
  if (!found.right && start.to_act.length === 1) refute(sent);
}

function again() {
  response = null;
  for (const part of ["result", "solution", "after"]) show(element(part), false);
  show(button, true);
  element("source").textContent = "";
  if (mix) mix.restart();
  else {
    show(element("specials"), true);
    choose(null);
    board.jump(view(start, moves()));
  }
  button.focus();
}

const mix = words.mix ? new Mix(words) : null;

board.view = view(start, words.mix ? [] : moves());
if (mix) {
  button.addEventListener("click", async () => {
    const found = await send(mix.answer);
    if (!found) return;
    finish(found);
    mix.show(found);
    element("result").focus();
  });
} else {
  board.addEventListener("choose", ({ detail }) => {
    if (!response) choose(detail.move);
  });
  board.addEventListener("cancel", () => {
    if (!response) choose(null);
  });
  board.addEventListener("confirm", answerMove);
  button.addEventListener("click", answerMove);
  for (const special of moves().filter(({ special: yes, path }) => yes || !path.length)) {
    const other = make("button", { type: "button", className: "btn", text: special.title ?? special.label });
    other.addEventListener("click", () => {
      board.pending(special);
      choose(special);
    });
    element("specials").append(other);
  }
}
element("again").addEventListener("click", again);
element("stepper").addEventListener("click", ({ target }) => {
  const way = /** @type {Element} */ (target).closest("button")?.dataset.way;
  if (way && response) step(response.line, Number(way));
});
