// A record that was played again, all of whose positions are in the page, or a finished game in a frame, whose positions
// are asked for: steps through them.

import "../board/element.js";
import { write } from "../analysis/tree-text.js";
import { Tree } from "../analysis/tree.js";
import { addTools } from "../board/toolbar.js";
import { Replay } from "../game/replay.js";
import { data, drawStones, element, optional } from "../lib/dom.js";

const view = data("view");
const words = data("words");
const past = optional("past") ? data("past") : [];
const board = document.querySelector("cavalier-board");
const table = element("moves");
const link = element("from-here");
const game = link ? Tree.of(data("played-moves")) : null;

function look(position) {
  board.jump(position ?? view);
  if (link) {
    drawStones(past[replay.shown].stones);
    const address = new URL(link.href);
    address.searchParams.set("fen", past[game ? 0 : replay.shown].fen);
    if (game) address.hash = write(game, game.all()[replay.shown - 1]);
    link.href = address;
  }
  for (const body of table?.querySelectorAll("[data-turns]") ?? []) {
    const turns = body.dataset.turns.split(" ").map(Number);
    for (const line of body.rows) line.classList.toggle("now", turns.includes(replay.shown));
  }
}

const replay = new Replay(words, () => words.positions, look);
replay.follow(view, view);
replay.positions = past;
look(null);

// A part that could not be loaded is requested again at its next use.
if (optional("flip")) addTools(board, () => {});

table?.addEventListener("click", ({ target }) => {
  const turns = target.closest("[data-turns]")?.dataset.turns.split(" ");
  if (turns) replay.go(Number(turns.at(-1)));
});
