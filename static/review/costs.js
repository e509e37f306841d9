// @ts-check
// The costs of the moves of a game: risk and luck of each player, and the most expensive turns.

import { players } from "../game/plates.js";
import { turnAt, written } from "../game/turns.js";
import { element, fill, make, show } from "../lib/dom.js";
import { percent, points, signed } from "./odds.js";

/** @import { SeatView, TurnView, View } from "../game/view-types.js" */
/** @import { Evaluation, MoveCost } from "./review.js" */

/** @typedef {MoveCost & { turn: number, seat: number }} Cost */

const LEAST = 0.02; // The least cost of a named move.
const MOST = 5; // So many are named.

export class Costs {
  /**
   * `onTurn(number)` is called with the turn that the reader asks for.
   * @param {Record<string, string>} words
   * @param {(number: number) => void} onTurn
   */
  constructor(words, onTurn) {
    this.words = words;
    element("lost").addEventListener("click", ({ target }) => {
      const turn = /** @type {Element} */ (target).closest("button")?.dataset.turn;
      if (turn) onTurn(Number(turn));
    });
  }

  /**
   * `turns` as they were evaluated; `names` by seat; `shown` is the turn that is shown, `done` whether all are evaluated.
   * @param {Evaluation[]} turns
   * @param {string[]} names
   * @param {View} view
   * @param {{ shown: number, done: boolean }} state
   */
  draw(turns, names, view, { shown, done }) {
    const costs = turns.flatMap(({ number, costs: each }) =>
      Object.entries(each).map(([seat, cost]) => ({ turn: number + 1, seat: Number(seat), ...cost })),
    );
    show(element("costs"), costs.length > 0);
    this.drawTotals(
      costs,
      names,
      players(view),
      turns.some(({ grid }) => Boolean(grid)),
    );
    const worst = costs
      .filter(({ risk, turn }) => risk >= LEAST && turnAt(view, turn))
      .sort((one, other) => other.risk - one.risk)
      .slice(0, MOST);
    const { words } = this;
    const nothing = done ? fill(words.nothing_lost, { least: percent(LEAST) }) : "";
    element("lost-how").textContent = worst.length ? words.lost_how : nothing;
    show(element("lost"), worst.length > 0);
    element("lost").replaceChildren(
      ...worst.map(({ turn, seat, risk }) => {
        const text = this.lost(view, turn, names[seat], seat);
        const button = make("button", { type: "button", text });
        button.dataset.turn = String(turn);
        if (turn === shown) button.setAttribute("aria-current", "true");
        return make("li", {}, button, make("span", { text: signed(-risk) }));
      }),
    );
  }

  /**
   * A move is named by its turn, or by the number that players give it where they move one after the other.
   * @param {View} view
   * @param {number} number
   * @param {string} name
   * @param {number} seat
   */
  lost(view, number, name, seat) {
    const { words } = this;
    const turn = /** @type {TurnView} */ (turnAt(view, number));
    if (Object.keys(turn.texts).length === 1) return fill(words.lost_move, { name, move: written(turn) });
    return fill(words.lost, { turn: number, name, move: turn.texts[seat] ?? "" });
  }

  /**
   * If only one seat acts at a time there is no luck.
   * @param {Cost[]} costs
   * @param {string[]} names
   * @param {SeatView[]} chairs
   * @param {boolean} lucky
   */
  drawTotals(costs, names, chairs, lucky) {
    for (const part of element("costs").querySelectorAll(".luck")) show(part, lucky);
    for (const part of element("costs").querySelectorAll(".no-luck")) show(part, !lucky);
    element("totals", HTMLTableElement).tBodies[0].replaceChildren(
      ...chairs.map(({ seat }) => {
        const own = costs.filter((cost) => cost.seat === seat);
        const sum = (/** @type {"risk" | "luck"} */ kind) => own.reduce((total, cost) => total + cost[kind], 0);
        const cells = [make("td", { text: points(sum("risk")) })];
        if (lucky) cells.push(make("td", { text: points(sum("luck"), true) }));
        return make("tr", {}, make("th", { scope: "row", text: names[seat] }), ...cells);
      }),
    );
  }
}
