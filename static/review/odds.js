// @ts-check
// The odds of a game, turn by turn: a stepped line with one's own side up, and a slider over it that leads to any turn.

import { make as makeSvg } from "../board/shapes.js";
import { element, fill, show } from "../lib/dom.js";

const [WIDE, HIGH, TOP] = [288, 104, 8]; // Units of the plot; the numbers stand beside and below it.
const LEAST_GAP = 26; // Between the numbers of two turns, so that they are legible.
const SAME = 0.1; // Hundredths by which shares differ that are equal but for their last digits.

/** What is known of a position: `end` says that the game is over there. @typedef {{ scores: number[], exact?: boolean, end?: boolean }} Point */

/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)}\u202f%`;

/** With one decimal, in the reader's way of writing numbers. @param {number} share */
export function precisely(share) {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${(100 * share).toLocaleString(document.documentElement.lang, digits)}\u202f%`;
}

/** A gain or a loss, with its sign. @param {number} share */
export function signed(share) {
  const whole = Math.round(100 * share);
  return `${whole > 0 ? "+" : whole < 0 ? "\u2212" : ""}${Math.abs(whole)}\u202f%`;
}

/** A loss or gain over a whole game, which may exceed one, in points of a game. @param {number} sum */
export function points(sum, sign = false) {
  const text = Math.abs(sum).toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `${sign && sum > 0 ? "+" : sum < 0 ? "\u2212" : ""}${text}`;
}

/** Shares of the point as whole numbers that add up to a hundred, unless equal shares would then differ. @param {number[]} shares */
export function hundredths(shares) {
  const exact = shares.map((share) => 100 * share);
  const whole = exact.map(Math.floor);
  const order = exact
    .map((_, index) => index)
    .sort((one, other) => exact[other] - whole[other] - (exact[one] - whole[one]));
  const missing =
    Math.round(exact.reduce((sum, value) => sum + value, 0)) - whole.reduce((sum, value) => sum + value, 0);
  for (const index of order.slice(0, missing)) whole[index] += 1;
  const equal = (/** @type {number} */ one, /** @type {number} */ other) => Math.abs(exact[one] - exact[other]) < SAME;
  return whole.map((value, index) =>
    whole.some((other, at) => other !== value && equal(index, at)) ? Math.round(exact[index]) : value,
  );
}

/**
 * The share of each of these seats with its name, that of the upper side first.
 * @param {number[]} scores
 * @param {string[]} names
 * @param {number} up
 * @param {number[]} seats
 */
function oddsText(scores, names, up, seats) {
  const whole = hundredths(scores);
  return [up, ...seats.filter((seat) => seat !== up)].map((seat) => `${names[seat]} ${whole[seat]}\u202f%`).join(", ");
}

export class Odds {
  /**
   * `onTurn(number)` is called with the turn that the reader asks for.
   * @param {Record<string, string>} words
   * @param {(number: number) => void} onTurn
   */
  constructor(words, onTurn) {
    this.words = words;
    this.slider = element("odds-turn", HTMLInputElement);
    this.slider.addEventListener("input", () => onTurn(Number(this.slider.value)));
  }

  /**
   * `course` holds by number of turns what is known; `names` are those of all seats, `seats` the ones that have a part of
   * the point, `seat` is the side that is up; `move` is what the turn that is shown is called where its number does not
   * name it.
   * @param {object} odds
   * @param {(Point | undefined)[]} odds.course
   * @param {string[]} odds.names
   * @param {number[]} odds.seats
   * @param {number} odds.seat
   * @param {number} odds.shown
   * @param {number} odds.turns
   * @param {string} [odds.move]
   */
  draw({ course, names, seats, seat, shown, turns, move = "" }) {
    const known = course.filter(Boolean).length > 0;
    show(element("odds"), known);
    if (!known) return;
    show(/** @type {Element} */ (element("odds-line").parentElement), turns > 0);
    this.drawLine(course, seat, shown, turns, 1 / seats.length);
    const text = this.describe(course[shown], names, seats, seat, shown, move);
    element("odds-told").textContent = text;
    const { slider } = this;
    slider.max = String(turns);
    slider.value = String(shown);
    slider.setAttribute("aria-valuetext", text);
    slider.style.setProperty("--turns", String(turns + 1));
    element("odds-line").setAttribute("aria-label", this.whole(course, names[seat], seat));
  }

  /**
   * `even` is the share of each in an even game.
   * @param {(Point | undefined)[]} course
   * @param {number} seat
   * @param {number} shown
   * @param {number} turns
   * @param {number} even
   */
  drawLine(course, seat, shown, turns, even) {
    const step = WIDE / (turns + 1);
    const y = (/** @type {number} */ share) => TOP + (HIGH - TOP) * (1 - share);
    const round = (/** @type {number} */ value) => Number(value.toFixed(2));
    /** @type {string[]} */
    const line = [];
    /** @type {string[]} */
    const area = [];
    course.forEach((point, number) => {
      if (!point) return;
      const [from, to, at] = [number * step, (number + 1) * step, y(point.scores[seat])].map(round);
      const begins = course[number - 1] ? "V" : `M${from} `;
      line.push(`${begins}${at}H${to}`);
      area.push(`M${from} ${HIGH}V${at}H${to}V${HIGH}Z`);
    });
    const middle = round((shown + 0.5) * step);
    const marks = [
      ...[0, even, 1].map((share) => makeSvg("path", { class: "odds-rule", d: `M0 ${round(y(share))}H${WIDE}` })),
      makeSvg("path", { class: "odds-area", d: area.join("") }),
      makeSvg("path", { class: "odds-half", d: `M0 ${round(y(even))}H${WIDE}` }),
      makeSvg("path", { class: "odds-way", d: line.join("") }),
      makeSvg("path", { class: "odds-cursor", d: `M${middle} ${TOP}V${HIGH}` }),
    ];
    const now = course[shown];
    if (now) marks.push(makeSvg("circle", { class: "odds-dot", cx: middle, cy: y(now.scores[seat]), r: 4.5 }));
    /** @type {(text: number, x: number, at: number, anchor: string) => SVGElement} */
    const number = (text, x, at, anchor) => makeSvg("text", { x, y: at, "text-anchor": anchor }, String(text));
    for (const share of [0, even, 1])
      marks.push(number(Math.round(100 * share), WIDE + 6, round(y(share)) + 4, "start"));
    for (const turn of new Set([0, turns, shown])) {
      const near = turn !== shown && Math.abs(turn - shown) * step < LEAST_GAP;
      if (!near) marks.push(number(turn, round((turn + 0.5) * step), HIGH + 16, "middle"));
    }
    element("odds-line").replaceChildren(...marks);
  }

  /**
   * @param {Point | undefined} point
   * @param {string[]} names
   * @param {number[]} seats
   * @param {number} seat
   * @param {number} shown
   * @param {string} move
   */
  describe(point, names, seats, seat, shown, move) {
    const { words } = this;
    if (!point) return fill(move ? words.not_yet_move : words.not_yet, { turn: shown, move });
    const odds = oddsText(point.scores, names, seat, seats);
    const sentence = fill(!shown ? words.at_start : move ? words.after_move : words.after, { turn: shown, move, odds });
    return point.end ? `${sentence} ${words.at_end}` : point.exact ? `${sentence} ${words.solved}` : sentence;
  }

  /**
   * The graph in one sentence, for screen readers.
   * @param {(Point | undefined)[]} course
   * @param {string} name
   * @param {number} seat
   */
  whole(course, name, seat) {
    const own = course.flatMap((point) => (point ? [point.scores[seat]] : []));
    return fill(this.words.line, {
      name,
      first: percent(own[0]),
      low: percent(Math.min(...own)),
      high: percent(Math.max(...own)),
      last: percent(own[own.length - 1]),
    });
  }
}
