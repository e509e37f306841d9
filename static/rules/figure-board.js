// @ts-check
// The board of a figure that is stepped through or tried: comes when the reader asks for the first step.

/** @import { PictureView, TurnView, View } from "../game/view-types.js" */
/** @import { BoardView } from "../board/element.js" */
import { CavalierBoard } from "../board/element.js";
import { element, query } from "../lib/dom.js";
import { Trial } from "./trial.js";

/**
 * The game of a figure.
 * @typedef {object} Course
 * @property {PictureView[]} pictures before the first turn, and after each
 * @property {(Pick<TurnView, "number" | "texts" | "events" | "latest"> & { moves: string, said: string })[]} turns
 * @property {View["signs"]} signs
 */

/** Makes the drawing of a figure a board. @param {HTMLElement} figure @param {{ turned?: string }} dataset */
export function boardOf(figure, { turned }) {
  const drawing = query(figure, "svg.board", Element);
  const next = drawing.nextSibling;
  const board = new CavalierBoard();
  board.dataset.drawings = element("board-drawings").textContent ?? "";
  board.dataset.words = element("board-words").textContent ?? "";
  if (turned !== undefined) board.dataset.turned = "";
  board.append(drawing);
  figure.insertBefore(board, next);
  return board;
}

/**
 * The game of a figure after a number of turns, as a view of a table.
 * @param {Course} course
 * @param {number} number
 * @returns {BoardView}
 */
export function viewOf({ pictures, turns, signs }, number) {
  return {
    number,
    takebacks: 0,
    viewer: null,
    moves: [],
    sealed: null,
    signs,
    picture: pictures[number],
    turns: turns.slice(0, number),
  };
}

/**
 * The choices of all seats for a turn that is not played yet: an arrow each.
 * @param {Course} course
 * @param {number} number
 * @returns {BoardView}
 */
export function chosenOf({ pictures, turns, signs }, number) {
  const before = number - 1;
  const events = turns[before].events.filter(({ code }) => ["arrow", "failed"].includes(signs[code]));
  return {
    // A number of its own, so that the board takes it for another view than that before the turn.
    number: before,
    takebacks: 1,
    viewer: null,
    moves: [],
    sealed: null,
    signs: Object.fromEntries(events.map(({ code }) => [code, "arrow"])),
    picture: pictures[before],
    turns: [{ number: before, texts: {}, events, latest: before }],
  };
}

/**
 * Lets the reader try the moves of a figure; `end()` is called when the figure is back.
 * @param {HTMLElement} figure
 * @param {Record<string, string>} words
 * @param {() => void} end
 */
export function tryOut(figure, words, end) {
  const stood = query(figure, ":scope > svg.board, :scope > cavalier-board", Element);
  /** @type {CavalierBoard | null} */
  let board = null;
  const build = () => {
    const drawing = query(figure, "svg.board", Element).cloneNode(true);
    stood.replaceWith(drawing);
    board = boardOf(figure, { turned: figure.dataset.turned });
    return board;
  };
  const trial = new Trial(figure, words, build, () => {
    board?.replaceWith(stood);
    trial.panel.remove();
    end();
  });
  return trial.restart();
}
