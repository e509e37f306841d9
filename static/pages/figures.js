// @ts-check
// Steps through the played figures of a rules page: before, then each turn as a game shows it. Nothing moves unasked.
// Any position of the page can be tried.

/** @import { CavalierBoard } from "../board/element.js" */
/** @import { Course } from "../rules/figure-board.js" */
import { data, fill, make, query, queryAll } from "../lib/dom.js";

/** @type {Record<string, string>} */
const words = data("figure-words");
/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

/** @typedef {{ number: number, title: string, chosen?: boolean, said?: string }} Step the position after `number` turns, with `chosen` the choices for the next one */

/**
 * The steps of a figure: the start; then for each turn the choices, if several seats act, and the result.
 * @param {Course} course
 */
function stepsOf({ turns }) {
  /** @type {Step[]} */
  const steps = [{ number: 0, title: words.before }];
  for (const { number, texts, moves, said } of turns) {
    const seats = Object.keys(texts).length;
    const chosen = { number: number - 1, chosen: true, title: seats > 2 ? words.all : words.both, said: moves };
    if (seats > 1) steps.push(chosen);
    steps.push({ number, title: seats > 1 ? words.revealed : moves, said });
  }
  return steps;
}

/** @param {HTMLElement} bar */
function follow(bar) {
  const figure = /** @type {HTMLElement} */ (bar.closest("figure"));
  /** @type {Course} */
  const course = JSON.parse(bar.dataset.course ?? "");
  const steps = stepsOf(course);
  const turns = course.turns.length;
  const [back, forward] = queryAll(bar, "button");
  const heading = query(bar, "div");
  const said = make("div", { className: "said", ariaLive: "polite" });
  const last = steps.length - 1;
  let shown = last;
  /** @type {CavalierBoard | null} */
  let board = null;

  const draw = () => {
    const { number, chosen, title } = steps[shown];
    const where =
      turns > 1
        ? fill(words.turn, { turn: Math.max(number + Number(Boolean(chosen)), 1), turns })
        : fill(words.step, { step: shown + 1, steps: steps.length });
    const bars = make(
      "i",
      { ariaHidden: "true" },
      ...(turns > 1 ? [] : steps.map((_, index) => make("i", { className: index > shown ? "" : "past" }))),
    );
    heading.replaceChildren(make("b", { text: title }), " ", make("span", { text: where }), bars);
    back.setAttribute("aria-disabled", String(shown === 0));
    forward.setAttribute("aria-disabled", String(shown === last));
  };
  const step = async (/** @type {number} */ way) => {
    const before = shown;
    shown = Math.min(Math.max(shown + way, 0), last);
    if (shown === before) return;
    draw();
    said.textContent = steps[shown].said ?? "";
    if (!said.isConnected) bar.after(said);
    const { boardOf, chosenOf, viewOf } = await import("../rules/figure-board.js");
    board ??= boardOf(figure, bar.dataset);
    // The reader may have gone on while the board came.
    const { number, chosen } = steps[shown];
    figure.classList.toggle("chosen", Boolean(chosen));
    const view = chosen ? chosenOf(course, number + 1) : viewOf(course, number);
    // Pieces travel only from the preceding position.
    if (!chosen && board.view?.number === number - 1) board.view = view;
    else board.jump(view);
  };

  back.addEventListener("click", () => step(-1));
  forward.addEventListener("click", () => step(1));
  figure.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (!(event.key in KEYS) || figure.classList.contains("trying")) return;
    event.preventDefault();
    step(KEYS[event.key]);
  });
  figure.classList.add("stepped");
  draw();
  bar.hidden = false;
}

/**
 * The square of a tried figure at the pressed point of the drawing, in fractions of its width and height.
 * @param {HTMLElement} figure
 * @param {number[]} point
 */
function pressed(figure, [across, along]) {
  const box = query(figure, "svg.board", Element).getBoundingClientRect();
  const [x, y] = [box.left + across * box.width, box.top + along * box.height];
  return queryAll(figure, "button[data-kind=origin]").find((square) => {
    const { left, right, top, bottom } = square.getBoundingClientRect();
    return left <= x && x < right && top <= y && y < bottom;
  });
}

/**
 * A button that makes of the figure a board for its reader; a piece that is touched does the same, and is picked up.
 * @param {HTMLElement} figure
 */
function offer(figure) {
  const button = make("button", { type: "button", className: "btn", text: words.try });
  button.classList.add("try-it");
  const trying = (/** @type {boolean} */ yes) => figure.classList.toggle("trying", yes);
  let coming = false;
  const begin = async () => {
    if (coming) return;
    coming = true;
    try {
      const { tryOut } = await import("../rules/figure-board.js").finally(() => {
        coming = false;
      });
      trying(true);
      await tryOut(figure, words, () => {
        trying(false);
        button.focus();
      });
    } catch {
      button.replaceWith(words.alone);
    }
  };
  button.addEventListener("click", begin);
  figure.addEventListener("click", async ({ target, clientX, clientY }) => {
    const drawing = /** @type {Element} */ (target).closest("svg.board, cavalier-board");
    if (drawing?.parentElement !== figure || figure.classList.contains("trying")) return;
    const { left, top, width, height } = (drawing.querySelector("svg.board") ?? drawing).getBoundingClientRect();
    await begin();
    if (!figure.querySelector("cavalier-board")) return;
    const square = pressed(figure, [(clientX - left) / width, (clientY - top) / height]);
    square?.focus();
    square?.click();
  });
  figure.append(button);
}

for (const bar of queryAll(document, "[data-course]")) follow(bar);
for (const figure of queryAll(document, "[data-try]")) offer(figure);
