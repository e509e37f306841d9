// @ts-check
// The sliders of a puzzle whose answer is a mix, and the value of a mix once the points of each pair are known.

/** @import { LineView } from "../rules/trial.js" */
import { make as draw } from "../board/shapes.js";
import { element, fill, make, query, queryAll, show } from "../lib/dom.js";

/** @typedef {{ id: string, label: string }} NamedMove */

/**
 * The mark of an answer, and the solution.
 * @typedef {object} MarkedAnswer
 * @property {boolean} right
 * @property {number} lost what it gives away
 * @property {number} within the most that a right answer gives away
 * @property {number} value the share of the best answer
 * @property {boolean} exact
 * @property {number} nodes the positions of the search
 * @property {(NamedMove & { share: number })[]} solution
 * @property {NamedMove[]} moves
 * @property {string[]} replies
 * @property {number[][]} points for each pair of a move and a reply
 * @property {(NamedMove & { cost: number })[]} costs of the best moves
 * @property {{ label: string, cost: number } | null} trap
 * @property {LineView[]} line the positions of the solution
 */

const STEP = 5;
const WHOLE = 100;
const TEN = 10;
const REST = 400; // Milliseconds without a change after which a mix is announced.
const NOTHING = 0.005; // Points shown as 0.00.
const EXACT = 0.0005; // Points that the rounding of exact values may hide.
const MOST = 12; // The greatest denominator of a value shown as a fraction.

/**
 * Whole steps in proportion to some weights, with a given sum: the largest remainders get one more.
 * @param {number[]} weights
 * @param {number} sum
 */
export function apportioned(weights, sum, step = STEP) {
  const whole = weights.reduce((total, each) => total + each, 0);
  const exact = weights.map((each) => (whole ? (each / whole) * sum : sum / weights.length) / step);
  const parts = exact.map(Math.floor);
  const order = exact.map((each, index) => [each - parts[index], index]).sort(([one], [other]) => other - one);
  let left = Math.round(sum / step) - parts.reduce((total, each) => total + each, 0);
  for (const [, index] of order) {
    if (left <= 0) break;
    parts[index] += 1;
    left -= 1;
  }
  return parts.map((each) => each * step);
}

/**
 * Shares of a whole as fractions with one small denominator, or else in percents that add up to a hundred.
 * @param {number[]} shares
 * @param {string} percent
 */
export function shared(shares, percent) {
  for (let below = 1; below <= MOST; below += 1) {
    const above = shares.map((share) => Math.round(share * below));
    if (shares.every((share, index) => Math.abs(share - above[index] / below) < 0.0006))
      return above.map((part) => lowest(part, below));
  }
  return apportioned(shares, WHOLE, 1).map((part) => fill(percent, { percent: part }));
}

/** @param {number} above @param {number} below */
function lowest(above, below) {
  /** @type {(one: number, other: number) => number} */
  const common = (one, other) => (other ? common(other, one % other) : one);
  const by = common(above, below);
  return below === by ? `${above / by}` : `${above / by}/${below / by}`;
}

export class Mix {
  /** @param {Record<string, string>} words */
  constructor(words) {
    this.words = words;
    /** @type {MarkedAnswer | null} */
    this.response = null;
    this.points = new Intl.NumberFormat(words.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    this.sliders = queryAll(document, ".mix input", HTMLInputElement);
    for (const [index, slider] of this.sliders.entries()) slider.addEventListener("input", () => this.moved(index));
    /** @type {string[]} */
    this.tries = [];
    /** @type {number | undefined} */
    this.resting = undefined;
    for (const button of queryAll(element("ten"), "button")) {
      button.addEventListener("click", () => this.play(button.dataset.move ?? ""));
    }
    this.restart();
  }

  get shares() {
    return this.sliders.map(({ value }) => Number(value));
  }

  get answer() {
    return this.sliders.map(({ dataset, value }) => `${dataset.move}=${value}`).join(" ");
  }

  restart() {
    this.response = null;
    this.tries = [];
    element("ten-told").textContent = "";
    show(element("table"), false);
    // A single move is never the answer: equal shares may be.
    this.set(this.sliders.map((_, index) => (index ? 0 : WHOLE)));
  }

  /** @param {number[]} shares */
  set(shares) {
    this.sliders.forEach((slider, index) => {
      const percent = shares[index];
      slider.value = String(percent);
      /** @type {Element} */ (slider.nextElementSibling).textContent = fill(this.words.percent_short, { percent });
      slider.setAttribute("aria-valuetext", fill(this.words.percent, { percent, move: slider.dataset.label ?? "" }));
    });
    if (this.response) this.change(this.response);
  }

  /** The others follow the moved slider, in proportion to their values. @param {number} index */
  moved(index) {
    const shares = this.shares;
    const others = shares.filter((_, each) => each !== index);
    const rest = apportioned(others, WHOLE - shares[index]);
    this.set([...rest.slice(0, index), shares[index], ...rest.slice(index)]);
  }

  /** One of ten plays; the frequencies of choices are the mix. @param {string} move */
  play(move) {
    if (this.tries.length === TEN) this.tries = [];
    this.tries.push(move);
    element("ten-told").textContent = fill(this.words.ten, { count: this.tries.length });
    if (this.tries.length < TEN) return;
    this.set(this.sliders.map(({ dataset }) => this.tries.filter((each) => each === dataset.move).length * TEN));
  }

  /** The value of the mix against each reply. @param {MarkedAnswer} response */
  replyValues({ replies, points }) {
    const { shares } = this;
    return replies.map((_, column) =>
      points.reduce((sum, row, index) => sum + (shares[index] / WHOLE) * row[column], 0),
    );
  }

  /** @param {MarkedAnswer} response */
  show(response) {
    this.response = response;
    this.sentences(response);
    this.drawBars(response);
    this.drawTable(response);
  }

  /** Drawn at once; announced after a pause. @param {MarkedAnswer} response */
  change(response) {
    this.drawBars(response);
    this.drawTable(response);
    clearTimeout(this.resting);
    this.sentences(response);
    const { result } = this;
    result.removeAttribute("aria-live");
    this.resting = setTimeout(() => {
      result.setAttribute("aria-live", "polite");
      this.sentences(response, true);
    }, REST);
  }

  get result() {
    return element("result");
  }

  /** @param {MarkedAnswer} response */
  sentences(response, anew = false) {
    const { words, points } = this;
    const values = this.replyValues(response);
    const least = Math.min(...values);
    const lost = Math.max(0, response.value - least);
    const nothing = response.exact && lost < EXACT ? words.exact : words.enough;
    const taken = lost <= response.within ? words.close : words.takes;
    const said = lost < NOTHING ? nothing : fill(taken, { points: points.format(lost) });
    const why = fill(words.against, {
      reply: response.replies[values.indexOf(least)],
      kept: points.format(least),
      value: points.format(response.value),
    });
    if (anew) for (const id of ["verdict", "why"]) element(id).textContent = "";
    element("verdict").textContent = said;
    element("why").textContent = why;
  }

  /** @param {MarkedAnswer} response */
  drawBars(response) {
    const { shares, words } = this;
    const solution = response.moves.map(({ id }) => response.solution.find((each) => each.id === id)?.share ?? 0);
    const texts = shared(solution, words.percent_short);
    element("bars").replaceChildren(
      ...response.moves.map(({ label }, index) => {
        const at = { x1: shares[index], x2: shares[index], y1: 0, y2: 10 };
        const bar = draw(
          "svg",
          { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": true },
          draw("rect", { class: "share", width: solution[index] * WHOLE, height: 10 }),
          draw("line", { class: "gap", ...at }),
          draw("line", { class: "own", ...at }),
        );
        return make("div", {}, make("b", { text: label }), bar, make("b", { className: "num", text: texts[index] }));
      }),
    );
    element("solution-title").replaceChildren(
      response.exact ? words.solution_exact : words.solution_searched,
      make("span", { className: "own-key", text: words.your_mix }),
    );
  }

  /** @param {MarkedAnswer} response */
  drawTable(response) {
    const { points, words } = this;
    const values = this.replyValues(response);
    const hit = values.indexOf(Math.min(...values));
    const classOf = (/** @type {number} */ column) => `num${column === hit ? " hit" : ""}`;
    const head = make(
      "tr",
      {},
      make("th", { scope: "col", text: words.you }),
      ...response.replies.map((text, column) => make("th", { className: classOf(column), scope: "col", text })),
    );
    /** @param {string} label @param {number[]} cells */
    const row = (label, cells) =>
      make(
        "tr",
        {},
        make("th", { scope: "row", text: label }),
        ...cells.map((value, column) => make("td", { className: classOf(column), text: points.format(value) })),
      );
    const table = element("table");
    query(table, "thead").replaceChildren(head);
    query(table, "tbody").replaceChildren(
      ...response.moves.map(({ label }, index) => row(label, response.points[index])),
      row(words.mine, values),
    );
    show(table, true);
  }
}
