// @ts-check
// The text beside the analysis board: the seats to act, the last events, the choices.

import { drawStones, element, fill, make, queryAll, show } from "../lib/dom.js";

/** @import { MoveView } from "../game/view-types.js" */
/** @import { Position } from "./client.js" */

/** The names of the seats in a position: some change their names. @param {Position} position */
export const namesOf = ({ chairs }) => chairs.map(({ title }) => title);

/**
 * `seats` are those to act, `seat` the one that chooses now, `picked` the choices of the others, `title` the heading if no
 * seat is to choose.
 * @typedef {{ seats: number[], seat: number | undefined, picked: Record<string, MoveView>, title: string }} Choice
 */

export class PositionPanel {
  /**
   * `onPick(seat, move)` and `onChange(seat)` are called when the reader presses.
   * @param {Record<string, string>} words
   * @param {(seat: number, move: MoveView) => void} onPick
   * @param {(seat: string) => void} onChange
   */
  constructor(words, onPick, onChange) {
    this.words = words;
    this.onPick = onPick;
    this.onChange = onChange;
    this.drawn = ""; // What the buttons of the choices say: others in their place would lose focus and presses.
  }

  /** @param {Position} position @param {Choice} choice */
  draw(position, { seats, seat, picked, title }) {
    const { words } = this;
    const names = namesOf(position);
    const story = position.turn?.sentences?.join(" ") ?? "";
    const next = position.to_act.map((each) => names[each]);
    element("headline").textContent = position.result
      ? position.result.title
      : title
        ? title
        : fill(next.length > 1 ? words.choose_for : words.to_move, {
            name: seat === undefined ? next[0] : names[seat],
          });
    const rolls = seat !== undefined && position.chairs[seat].state === "nature";
    const moves = seat === undefined ? undefined : position.moves?.[seat];
    const onBoard = moves?.some(({ path }) => path.length) ?? true;
    const [one, both] = onBoard ? [words.how_one, words.how_both] : [words.here_one, words.here_both];
    const how = rolls ? words.how_rolled : seats.length > 1 ? both : one;
    element("explain").textContent = [story, position.result?.sentence, rolls && how].filter(Boolean).join(" ") || how;
    // A move without a square is not on the board.
    const specials = (moves ?? []).filter(({ special, path }) => special || !path.length);
    show(element("specials"), specials.length > 0);
    const drawn = JSON.stringify([names, picked, seat, specials]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    element("picked").replaceChildren(
      ...Object.entries(picked).map(([each, { label }]) => {
        const button = make("button", { type: "button", className: "btn", text: words.change });
        button.addEventListener("click", () => this.onChange(each));
        return make("li", { className: "row" }, fill(words.picked, { name: names[Number(each)], move: label }), button);
      }),
    );
    element("specials").replaceChildren(
      ...specials.map((move) => {
        const button = make("button", { type: "button", className: "btn", text: move.title ?? move.label });
        button.addEventListener("click", () => this.onPick(/** @type {number} */ (seat), move));
        return button;
      }),
    );
  }
}

/** @param {Position} position */
export function drawPlates(position) {
  const names = namesOf(position);
  drawStones(position.chairs.map((chair) => chair.stone));
  for (const name of queryAll(document, "[data-name]")) name.textContent = names[Number(name.dataset.name)];
  for (const tallies of queryAll(document, "[data-tallies]")) {
    const own = (position.tallies ?? []).filter(({ seat }) => String(seat ?? "") === tallies.dataset.tallies);
    tallies.textContent = own.map(({ text }) => text).join(" · ");
  }
}
