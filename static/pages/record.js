// @ts-check
// A record that was played again, all of whose positions are in the page, or a finished game in a frame, whose positions
// are asked for: steps through them.

import "../board/element.js";
import { write } from "../analysis/tree-text.js";
import { Tree } from "../analysis/tree.js";
import { addTools } from "../board/toolbar.js";
import { loadFrom, Replay } from "../game/replay.js";
import { Stepper } from "../game/stepper.js";
import { data, drawStones, optional, query, queryAll } from "../lib/dom.js";

/** @import { CavalierBoard } from "../board/element.js" */
/** @import { ReplayedView } from "../game/replay.js" */
/** @import { PastView, PublicView } from "../game/view-types.js" */

/** @type {PublicView} */
const view = data("view");
/** @type {Record<string, string>} */
const words = data("words");
/** @type {(PastView & { fen: string })[]} */
const past = optional("past") ? data("past") : [];
/** @type {CavalierBoard} */
const board = query(document, "cavalier-board");
const table = optional("moves");
const link = /** @type {HTMLAnchorElement | null} */ (optional("from-here"));
const game = link ? Tree.of(data("played-moves")) : null;

/** @param {ReplayedView | null} position */
function look(position) {
  board.jump(position ?? view);
  if (link) {
    drawStones(past[replay.shown].stones);
    const address = new URL(link.href);
    address.searchParams.set("fen", past[game ? 0 : replay.shown].fen);
    if (game) address.hash = write(game, game.all()[replay.shown - 1]);
    link.href = address.href;
  }
  for (const body of table ? queryAll(table, "[data-turns]", HTMLTableSectionElement) : []) {
    const turns = numbersOf(body);
    for (const line of body.rows) line.classList.toggle("now", turns.includes(replay.shown));
  }
}

/** The numbers of the turns of a row. @param {HTMLElement} row */
const numbersOf = ({ dataset: { turns = "" } }) => turns.split(" ").map(Number);

const replay = new Replay({
  load: loadFrom(() => words.positions),
  onStep: () => stepper.draw(replay),
  onLook: look,
});
const stepper = new Stepper(words, (number) => replay.go(number));
replay.follow(view, view);
replay.positions = past;
look(null);

// A part that could not be loaded is requested again at its next use.
if (optional("flip")) addTools(board, () => {});

table?.addEventListener("click", ({ target }) => {
  const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-turns]"));
  if (row) replay.go(/** @type {number} */ (numbersOf(row).at(-1)));
});
