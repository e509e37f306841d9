/** The label of a square: its contents and possible actions, in the words of the page (`data-words`). */

import { fill } from "../lib/dom.js";
import { squareName } from "./geometry.js";

/** A label such as “e4, white knight, can move”. `states` are keys of words; words that are missing are left out. */
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

/** The states of a square (keys of words), and its kind for the style sheet.
 *
 * `open` are the targets of `prefix`, `origins` the squares of pieces that can move, both as `targets` of offers.js
 * answers; `chosen`, `sealed` and `planned` are moves or null, `last` the squares of the last turn; `bets` is whether a move on the
 * list is risky: where none is, none is called safe.
 */
export function squareStates({ picture, sealed, planned, open, origins, prefix, chosen, last, bets }, square) {
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

/** The choices between moves of one path, and (`more`) that of going on from there: `{move, symbol, risky, more, label}`.
 *
 * A choice is labelled by what the piece will be, and by its move as well where two labels would agree.
 */
export function choicesOf(moves, more, own, words) {
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
