// @ts-check
// Every pair of moves of a turn in which both sides acted: a table, own moves down, theirs across, a number in each cell.

import { element, fill, make, queryAll, show } from "../lib/dom.js";
import { percent } from "./odds.js";

const FEW = 6; // So many rows and columns are shown at first.
const SHADES = 6;
const ALIKE = 0.005; // Shares that differ by less are shown as the same number.
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** @import { Evaluation } from "./review.js" */

/** @typedef {{ id: string, label: string, played: boolean, odds: number }} GridMove */
/** `cells` has the chances of seat 0, row by row. @typedef {{ rows: GridMove[], columns: GridMove[], cells: number[][] }} Grid */
/**
 * A grid as one seat sees it.
 * @typedef {{ rows: GridMove[], columns: GridMove[], worth: (row: number, column: number) => number }} SeenGrid
 */
/** The names of the two sides, and who looks. @typedef {{ mine: string, theirs: string, viewer: number | null }} Whose */

/** By the number that is shown, so that equal ones look alike. @param {number} share */
export const shade = (share) => `h${Math.min(SHADES - 1, Math.floor((Math.round(100 * share) / 100) * SHADES))}`;

/**
 * The same pairs seen by this seat: its moves are the rows, and each number is its own chance.
 * @param {Grid} grid
 * @param {number} seat
 * @returns {SeenGrid}
 */
export function seenBy(grid, seat) {
  const turned = seat === 1;
  /** @type {SeenGrid["worth"]} */
  const worth = (row, column) => (turned ? 1 - grid.cells[column][row] : grid.cells[row][column]);
  return turned ? { rows: grid.columns, columns: grid.rows, worth } : { rows: grid.rows, columns: grid.columns, worth };
}

/** The value of each row against the odds of the columns, and of each column for its player. @param {SeenGrid} grid */
function gains({ rows, columns, worth }) {
  /** @type {(others: GridMove[], value: (index: number) => number) => number} */
  const against = (others, value) => others.reduce((sum, { odds }, index) => sum + odds * value(index), 0);
  return {
    rows: rows.map((_, row) => against(columns, (column) => worth(row, column))),
    columns: columns.map((_, column) => against(rows, (row) => 1 - worth(row, column))),
  };
}

/** Whether every pair is worth the same: then the odds of a plan say nothing of its moves. @param {SeenGrid} grid */
export function alike({ rows, columns, worth }) {
  const all = rows.flatMap((_, row) => columns.map((__, column) => worth(row, column)));
  return Math.max(...all) - Math.min(...all) < ALIKE;
}

/**
 * Their numbers, the best first; how many of them have odds or were played, or are among the first few.
 * @param {GridMove[]} moves
 * @param {number[]} gain
 */
function ranked(moves, gain) {
  const order = moves.map((_, index) => index);
  const matters = (/** @type {number} */ index) => moves[index].odds > 0 || moves[index].played;
  order.sort(
    (one, other) =>
      moves[other].odds - moves[one].odds || Number(matters(other)) - Number(matters(one)) || gain[other] - gain[one],
  );
  return { order, few: Math.max(Math.min(FEW, order.length), order.filter(matters).length) };
}

export class Matrix {
  /**
   * `onPair([id, id])` is called with the pair of a cell that was pressed, in the order of seats.
   * @param {Record<string, string>} words
   * @param {(pair: string[]) => void} onPair
   */
  constructor(words, onPair) {
    this.words = words;
    this.onPair = onPair;
    this.table = element("heat");
    this.all = false;
    /** @type {Grid | null} */
    this.grid = null;
    this.seat = 0;
    /** @type {Whose} */
    this.whose = { mine: "", theirs: "", viewer: null };
    /** @type {string[] | null | undefined} */
    this.pair = null;
    /** The cell by which the table is entered: its row and its column. @type {[number, number] | null} */
    this.home = null;
    /** The rows and columns that are shown. @type {{ rows: number[], columns: number[], seen: SeenGrid } | null} */
    this.shown = null;
    element("heat-all").addEventListener("click", () => {
      this.all = !this.all;
      this.redraw();
    });
    this.table.addEventListener("click", ({ target }) => this.press(/** @type {Element} */ (target).closest("button")));
    this.table.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * `pair` is the one that the board shows though it was not played, or null; left out where no cell stays chosen.
   * @param {Evaluation | undefined} evaluation
   * @param {number} seat
   * @param {Whose} whose
   * @param {string[] | null} [pair]
   */
  draw(evaluation, seat, whose, pair) {
    const grid = evaluation?.grid;
    show(element("pairs"), Boolean(grid));
    if (!grid) return;
    if (grid !== this.grid) {
      this.all = false;
      this.home = null;
    }
    this.grid = grid;
    this.seat = seat;
    this.whose = whose;
    this.pair = pair;
    this.redraw();
  }

  redraw() {
    const { grid, seat, words } = this;
    if (!grid) return;
    const seen = seenBy(grid, seat);
    const gain = gains(seen);
    const [down, across] = [ranked(seen.rows, gain.rows), ranked(seen.columns, gain.columns)];
    const [height, width] = [seen.rows.length, seen.columns.length];
    const more = height > down.few || width > across.few;
    /** @param {ReturnType<typeof ranked>} ranking */
    const cut = ({ order, few }) => (this.all ? order : order.slice(0, few));
    const [rows, columns] = [cut(down), cut(across)];
    this.shown = { rows, columns, seen };
    const same = alike(seen);
    const head = make("tr", {}, make("td"), ...columns.map((column) => this.header(seen.columns[column], "col", same)));
    const lines = rows.map((row) =>
      make(
        "tr",
        {},
        this.header(seen.rows[row], "row", same),
        ...columns.map((column) => this.cell(seen, row, column)),
      ),
    );
    const focused = this.table.contains(document.activeElement);
    this.table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...lines));
    this.rove(this.at(this.home) ?? this.find(".played button") ?? this.find("button"));
    if (focused) this.focus();
    const { viewer, ...sides } = this.whose;
    const how = same ? [words.all_alike] : [fill(seat === viewer ? words.how_own : words.how, sides)];
    if (this.table.querySelector("td.played")) how.push(words.framed);
    element("heat-how").textContent = [...how, words.press_pair].join(" ");
    show(element("heat-all"), more);
    element("heat-all").textContent = this.all
      ? words.few_pairs
      : fill(words.all_pairs, { rows: height, columns: width });
  }

  /** @param {GridMove} move @param {string} scope @param {boolean} same */
  header({ label, odds, played }, scope, same) {
    const share = make("span", { className: "share", text: same ? "" : percent(odds) });
    const head = make(
      "th",
      { scope, className: played ? "played" : "" },
      make("span", { className: "move", text: label }),
      share,
    );
    head.classList.toggle("idle", odds === 0 && !same);
    return head;
  }

  /** @param {SeenGrid} seen @param {number} row @param {number} column */
  cell(seen, row, column) {
    const { words, pair } = this;
    const [mine, theirs] = [seen.rows[row], seen.columns[column]];
    const share = seen.worth(row, column);
    const played = mine.played && theirs.played;
    const button = make("button", { type: "button", text: String(Math.round(100 * share)), tabIndex: -1 });
    button.dataset.row = String(row);
    button.dataset.column = String(column);
    const label = fill(words.cell, { mine: mine.label, theirs: theirs.label, odds: percent(share) });
    button.setAttribute("aria-label", played ? fill(words.cell_played, { cell: label }) : label);
    if (pair !== undefined)
      button.setAttribute("aria-pressed", String(this.pairOf(mine, theirs).join() === pair?.join()));
    return make("td", { className: `${shade(share)}${played ? " played" : ""}` }, button);
  }

  /** @param {GridMove} mine @param {GridMove} theirs */
  pairOf(mine, theirs) {
    return this.seat === 1 ? [theirs.id, mine.id] : [mine.id, theirs.id];
  }

  /** @param {HTMLElement | null} button */
  press(button) {
    if (!button || !this.shown) return;
    this.rove(button);
    const { rows, columns } = this.shown.seen;
    const [row, column] = this.place(button);
    this.onPair(this.pairOf(rows[row], columns[column]));
  }

  /** The arrow keys walk from cell to cell; the table is one stop of the Tab key. @param {KeyboardEvent} event */
  key(event) {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (!button || !this.shown || !(event.key in STEPS) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { rows, columns } = this.shown;
    const [row, column] = this.place(button);
    const [down, right] = STEPS[event.key];
    this.rove(this.at([rows[rows.indexOf(row) + down], columns[columns.indexOf(column) + right]]));
    this.focus();
  }

  /** @param {HTMLElement} button @returns {[number, number]} */
  place({ dataset }) {
    return [Number(dataset.row), Number(dataset.column)];
  }

  /** @param {string} selector */
  find(selector) {
    return /** @type {HTMLElement | null} */ (this.table.querySelector(selector));
  }

  /** @param {[number, number] | null} place */
  at(place) {
    return place && this.find(`button[data-row="${place[0]}"][data-column="${place[1]}"]`);
  }

  /** From now on the table is entered here. @param {HTMLElement | null} button */
  rove(button) {
    if (!button) return;
    for (const other of queryAll(this.table, "button[tabindex='0']")) other.tabIndex = -1;
    button.tabIndex = 0;
    this.home = this.place(button);
  }

  focus() {
    this.find("button[tabindex='0']")?.focus();
  }
}
