// @ts-check
// The label of a square: its contents and possible actions, in the words of the page (`data-words`).

/** @import { MoveView, PictureView } from "../game/view-types.js" */
import { fill } from "../lib/dom.js";
import { squareName } from "./geometry.js";

/**
 * The words of a board, by key; of them `pieces` has the names of symbols, and `letters` the reader's letters of pieces.
 * @typedef {Record<string, string> & { pieces?: Record<string, string>, letters?: Record<string, string> }} BoardWords
 */

/**
 * A label such as “e4, white knight, can move”. `states` are keys of words; words that are missing are left out.
 * @param {BoardWords} words
 * @param {PictureView} picture
 * @param {number} square
 * @param {string[]} states
 */
export function squareLabel(words, picture, square, states) {
  const [files, ranks] = picture.size;
  const symbol = square < files * ranks ? picture.board[square] : picture.hands.flat()[square - files * ranks];
  const count = picture.counts?.flat()[square - files * ranks] ?? 1;
  const name = squareName(square, picture.size) || (count > 1 ? fill(words.held, { count }) : words.hand);
  // An unseen square may not be empty.
  const bare = picture.marks?.[square] === "unseen" ? "" : words.empty;
  const holds = symbol ? (words.pieces?.[symbol] ?? symbol) : bare;
  return [name, holds, ...states.map((state) => words[state])].filter(Boolean).join(", ");
}

/**
 * What the states of squares depend on.
 * @typedef {object} Situation
 * @property {PictureView} picture
 * @property {MoveView | null | undefined} sealed
 * @property {MoveView | null | undefined} planned
 * @property {MoveView | null} chosen
 * @property {number[]} prefix
 * @property {Map<number, boolean>} open the targets of `prefix`, as `targets` of offers.js answers
 * @property {Map<number, boolean>} origins the squares of pieces that can move, likewise
 * @property {number[]} last the squares of the last turn
 * @property {boolean} bets a move on the list is risky: where none is, none is called safe
 */

/**
 * The states of a square (keys of words), and its kind for the style sheet.
 * @param {Situation} situation
 * @param {number} square
 */
export function squareStates({ picture, sealed, planned, open, origins, prefix, chosen, last, bets }, square) {
  /** @type {string[]} */
  const states = [];
  let kind = "";
  if (square === chosen?.path.at(-1)) {
    states.push("pending");
    kind = "target";
  } else if (square === (prefix[0] ?? chosen?.path[0])) {
    states.push("selected");
    kind = "selected";
  }
  if (prefix.length && open.has(square)) {
    states.push(open.get(square) ? "risky" : bets ? "safe" : "possible");
    kind = "target";
  } else if (!kind && origins.has(square)) {
    if (!prefix.length) states.push("movable");
    kind = "origin";
  }
  if (sealed?.path?.length && (square === sealed.path[0] || square === sealed.path.at(-1))) states.push("sealed");
  if (planned?.path.length && (square === planned.path[0] || square === planned.path.at(-1))) states.push("planned");
  if (picture.marks?.[square]) states.push(picture.marks[square]);
  if (last.includes(square)) states.push("last");
  return { states, kind };
}

/**
 * A choice between moves of one path, or (`more`) that of going on from there.
 * @typedef {object} MoveChoice
 * @property {MoveView | null} move
 * @property {string} symbol what the piece will be
 * @property {boolean} risky
 * @property {boolean} more
 * @property {string} label
 */

/**
 * The choices between moves of one path, and (`more`) that of going on from there.
 *
 * A choice is labelled by what the piece will be, and by its move as well where two labels would agree.
 * @param {MoveView[]} moves
 * @param {boolean} more
 * @param {string} own the symbol of the piece
 * @param {BoardWords} words
 * @returns {MoveChoice[]}
 */
export function choicesOf(moves, more, own, words) {
  /** @type {Omit<MoveChoice, "label">[]} */
  const choices = moves.map((move) => ({ move, symbol: move.becomes ?? own, risky: Boolean(move.risky), more: false }));
  if (more) choices.push({ move: null, symbol: own, risky: false, more: true });
  const labels = choices.map(({ more: on, symbol, risky }) => {
    if (on) return words.elsewhere ?? "…";
    return [words.pieces?.[symbol] ?? symbol, risky ? words.risky : ""].filter(Boolean).join(", ");
  });
  return choices.map((choice, index) => {
    const alone = labels.filter((label) => label === labels[index]).length === 1;
    return { ...choice, label: alone ? labels[index] : [labels[index], choice.move?.label].filter(Boolean).join(", ") };
  });
}
