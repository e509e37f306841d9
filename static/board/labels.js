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

/** The labels of choices: what the piece will be, or that it is put down elsewhere; with the move where two would agree. */
export function choiceLabels(words, choices) {
  const labels = choices.map(({ more, symbol, risky }) => {
    if (more) return words.elsewhere ?? "…";
    return [words.pieces?.[symbol] ?? symbol, risky ? words.risky : ""].filter(Boolean).join(", ");
  });
  return labels.map((label, index) => {
    const alone = labels.filter((other) => other === label).length === 1;
    return alone ? label : [label, choices[index].text].filter(Boolean).join(", ");
  });
}
