/** Says in words what a square holds and what may be done there, from the words the page gives (`data-words`). */

import { squareName } from "./geometry.js";

/** A label such as “e4, white knight, can move”. `states` are keys of words; words that are missing are left out. */
export function squareLabel(words, picture, square, states) {
  const [files, ranks] = picture.size;
  const symbol = square < files * ranks ? picture.board[square] : picture.hands.flat()[square - files * ranks];
  const name = squareName(square, picture.size) || words.hand;
  const holds = symbol ? (words.pieces?.[symbol] ?? symbol) : words.empty;
  return [name, holds, ...states.map((state) => words[state])].filter(Boolean).join(", ");
}

/** The label of a choice: what the piece will be, or that it is put down elsewhere, and whether it is risky. */
export function choiceLabel(words, { more, symbol, risky, text }) {
  if (more) return words.elsewhere ?? "…";
  return [words.pieces?.[symbol] ?? symbol ?? text, risky ? words.risky : ""].filter(Boolean).join(", ");
}
