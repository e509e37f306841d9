// A puzzle: the reader plays a move or mixes moves, and the site, which knows the solution, marks the answer.

import "../board/element.js";
import "./base.js";
import { data, element, fill, make, show } from "../lib/dom.js";
import { Mix } from "../puzzles/mix.js";

const words = data("words");
const start = data("start");
const board = document.querySelector("cavalier-board");
const hundredths = new Intl.NumberFormat(words.language, { maximumFractionDigits: 0 });

let move = null; // The reader's choice.
let response = null; // The response of the site.
let busy = false;
let shown = 0; // Turns of the solution on the board.

const points = (share) => hundredths.format(share * 100);
const moves = () => start.moves[words.seat];
const view = (node, offered = []) => ({ ...node, takebacks: 0, moves: offered, viewer: null });

function choose(chosen) {
  move = chosen;
  element("chosen").textContent = chosen ? fill(words.chosen, { move: chosen.label }) : "";
  element("answer").disabled = !chosen;
}

async function send(answer) {
  if (busy) return null;
  busy = true;
  element("answer").setAttribute("aria-busy", "true");
  let found = null;
  try {
    const body = new URLSearchParams({ answer });
    found = await (await fetch(location.pathname, { method: "POST", body })).json();
  } catch {
    // The page shows that there was no response.
  }
  busy = false;
  element("answer").removeAttribute("aria-busy");
  const refused = found?.solution ? "" : (found?.refusal?.sentence ?? words.no_answer);
  show(element("refusal"), refused !== "");
  element("refusal").textContent = refused;
  return refused ? null : found;
}

// The turns of the solution, one after the other; nothing moves unless the reader asks.
function step(way) {
  const last = response.line.length - 1;
  const to = Math.min(Math.max(shown + way, 0), last);
  const next = to === shown + 1;
  shown = to;
  const node = view(response.line[shown]);
  if (next) board.view = node;
  else board.jump(node);
  const { sentences = [], texts = {} } = response.line[shown].turn ?? {};
  const played = [Object.values(texts).join(" – "), sentences.join(" ")].filter(Boolean).join(": ");
  const count = fill(words.turn_of, { turn: shown, turns: last });
  element("shown").textContent = shown ? `${count} – ${played}` : words.before;
  for (const button of element("stepper").querySelectorAll("button")) {
    button.setAttribute("aria-disabled", button.dataset.way === "-1" ? shown === 0 : shown === last);
  }
}

function sentences({ right, lost, solution, value, costs, trap }) {
  const best = solution[0];
  const also = costs[0] && fill(words.second, { move: costs[0].label, points: points(costs[0].cost) });
  const bait = trap && fill(words.trap, { move: trap.label, points: points(trap.cost) });
  if (right) {
    const title = fill(move.id === best.id ? words.right : words.as_good, { move: move.label, best: best.label });
    return [title, [fill(words.keeps, { value: points(value) }), bait ?? also]];
  }
  const fell = trap?.label === move.label ? fill(words.tempting, { move: trap.label }) : null;
  return [
    fill(words.wrong, { move: move.label, points: points(lost) }),
    [fill(words.best, { move: best.label, value: points(value) }), fell],
  ];
}

function finish(found) {
  response = found;
  element("source").textContent = found.exact
    ? words.source_exact
    : fill(words.source_searched, { nodes: new Intl.NumberFormat(words.language).format(found.nodes) });
  show(element("result"), true);
  show(element("after"), true);
  show(element("answer"), false);
  const turns = found.line.length > 1;
  show(element("solution"), words.mix || turns);
  element("solution-title").textContent = words.mix && found.exact ? words.solution_exact : words.solution_searched;
  show(element("stepper"), turns);
  shown = 0;
  if (turns) step(0);
}

// Why a wrong move loses, where one seat acts at a time: the reply that the computer finds, if it plays here.
async function refute(wrong) {
  const address = element("analysis").href;
  const body = new URLSearchParams({ fen: start.fen, moves: wrong.id, judge: "yes" });
  const found = await fetch(address, { method: "POST", body })
    .then((answer) => answer.json())
    .catch(() => null);
  const [reply] = Object.values(found?.judgement?.odds ?? {}).flat();
  if (reply && response && move === wrong)
    element("why").append(` ${fill(words.refuted, { move: wrong.label, reply: reply.label })}`);
}

async function answerMove() {
  if (!move || response) return;
  const found = await send(move.id);
  if (!found) return;
  finish(found);
  const [title, more] = sentences(found);
  element("verdict").textContent = title;
  element("why").textContent = more.filter(Boolean).join(" ");
  show(element("specials"), false);
  element("chosen").textContent = "";
  element("result").focus();
  if (!found.right && start.to_act.length === 1) refute(move);
}

function again() {
  response = null;
  for (const part of ["result", "solution", "after"]) show(element(part), false);
  show(element("answer"), true);
  element("source").textContent = "";
  if (words.mix) mix.restart();
  else {
    show(element("specials"), true);
    choose(null);
    board.jump(view(start, moves()));
  }
  element("answer").focus();
}

const mix = words.mix ? new Mix(words) : null;

board.view = view(start, words.mix ? [] : moves());
if (mix) {
  element("answer").addEventListener("click", async () => {
    const found = await send(mix.answer);
    if (!found) return;
    finish(found);
    mix.show(found);
    element("result").focus();
  });
} else {
  board.addEventListener("choose", ({ detail }) => !response && choose(detail.move));
  board.addEventListener("cancel", () => !response && choose(null));
  board.addEventListener("confirm", answerMove);
  element("answer").addEventListener("click", answerMove);
  for (const special of moves().filter(({ special: yes, path }) => yes || !path.length)) {
    const button = make("button", { type: "button", className: "btn", text: special.title ?? special.label });
    button.addEventListener("click", () => {
      board.pending(special);
      choose(special);
    });
    element("specials").append(button);
  }
}
element("again").addEventListener("click", again);
element("stepper").addEventListener("click", ({ target }) => {
  const way = target.closest("button")?.dataset.way;
  if (way && response) step(Number(way));
});
