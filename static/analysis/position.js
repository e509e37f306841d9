// The text beside the analysis board: the seats to act, the last events, the choices.

import { drawStones, element, fill, make, show } from "../lib/dom.js";

// The names of the seats in a position: some change their names.
export const namesOf = ({ chairs }) => chairs.map(({ title }) => title);

// `seats` are those to act, `seat` the one that chooses now, `picked` the choices of the others, `title` the heading if no
// seat is to choose; `pick(seat, move)` and `change(seat)` are called when the reader presses.
export function drawState(position, { seats, seat, picked, title }, words, pick, change) {
  const names = namesOf(position);
  const story = position.turn?.sentences?.join(" ") ?? "";
  const next = position.to_act.map((each) => names[each]);
  element("headline").textContent = position.result
    ? position.result.title
    : title
      ? title
      : fill(next.length > 1 ? words.choose_for : words.to_move, { name: seat === undefined ? next[0] : names[seat] });
  const rolls = position.chairs[seat]?.state === "nature";
  const onBoard = position.moves?.[seat]?.some(({ path }) => path.length) ?? true;
  const [one, both] = onBoard ? [words.how_one, words.how_both] : [words.here_one, words.here_both];
  const how = rolls ? words.how_rolled : seats.length > 1 ? both : one;
  element("explain").textContent = [story, position.result?.sentence, rolls && how].filter(Boolean).join(" ") || how;
  element("picked").replaceChildren(
    ...Object.entries(picked).map(([each, { label }]) => {
      const button = make("button", { type: "button", className: "btn", text: words.change });
      button.addEventListener("click", () => change(each));
      return make("li", { className: "row" }, fill(words.picked, { name: names[each], move: label }), button);
    }),
  );
  // A move without a square is not on the board.
  const specials = (position.moves?.[seat] ?? []).filter(({ special, path }) => special || !path.length);
  element("specials").replaceChildren(
    ...specials.map((move) => {
      const button = make("button", { type: "button", className: "btn", text: move.title ?? move.label });
      button.addEventListener("click", () => pick(seat, move));
      return button;
    }),
  );
  show(element("specials"), specials.length > 0);
}

export function drawPlates(position) {
  const names = namesOf(position);
  drawStones(position.chairs.map((chair) => chair.stone));
  for (const name of document.querySelectorAll("[data-name]")) name.textContent = names[name.dataset.name];
  for (const tallies of document.querySelectorAll("[data-tallies]")) {
    const own = (position.tallies ?? []).filter(({ seat }) => String(seat ?? "") === tallies.dataset.tallies);
    tallies.textContent = own.map(({ text }) => text).join(" · ");
  }
}
