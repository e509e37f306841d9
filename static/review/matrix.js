// Every pair of moves of a turn in which both sides acted: a table, own moves down, theirs across, a number in each cell.

import { element, fill, make, show } from "../lib/dom.js";
import { percent } from "./odds.js";

const FEW = 6; // So many rows and columns are shown at first.
const SHADES = 6;
const ALIKE = 0.005; // Shares that differ by less are shown as the same number.
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

// By the number that is shown, so that equal ones look alike.
export const shade = (share) => `h${Math.min(SHADES - 1, Math.floor((Math.round(100 * share) / 100) * SHADES))}`;

// The same pairs seen by this seat: its moves are the rows, and each number is its own chance.
export function seenBy(grid, seat) {
  const turned = seat === 1;
  const worth = (row, column) => (turned ? 1 - grid.cells[column][row] : grid.cells[row][column]);
  return turned ? { rows: grid.columns, columns: grid.rows, worth } : { rows: grid.rows, columns: grid.columns, worth };
}

// The value of each row against the odds of the columns, and of each column for its player.
function gains({ rows, columns, worth }) {
  const against = (others, value) => others.reduce((sum, { odds }, index) => sum + odds * value(index), 0);
  return {
    rows: rows.map((_, row) => against(columns, (column) => worth(row, column))),
    columns: columns.map((_, column) => against(rows, (row) => 1 - worth(row, column))),
  };
}

// Whether every pair is worth the same: then the odds of a plan say nothing of its moves.
export function alike({ rows, columns, worth }) {
  const all = rows.flatMap((_, row) => columns.map((__, column) => worth(row, column)));
  return Math.max(...all) - Math.min(...all) < ALIKE;
}

// Their numbers, the best first; how many of them have odds or were played, or are among the first few.
function ranked(moves, gain) {
  const order = moves.map((_, index) => index);
  const matters = (index) => moves[index].odds > 0 || moves[index].played;
  order.sort(
    (one, other) => moves[other].odds - moves[one].odds || matters(other) - matters(one) || gain[other] - gain[one],
  );
  return { order, few: Math.max(Math.min(FEW, order.length), order.filter(matters).length) };
}

export class Matrix {
  // `choose({0: id, 1: id})` is called with the pair of a cell that was pressed.
  constructor(words, choose) {
    this.words = words;
    this.choose = choose;
    this.table = element("heat");
    this.all = false;
    element("heat-all").addEventListener("click", () => {
      this.all = !this.all;
      this.redraw();
    });
    this.table.addEventListener("click", ({ target }) => this.press(target.closest("button")));
    this.table.addEventListener("keydown", (event) => this.key(event));
  }

  // `whose` names the two sides and who looks; `pair` is the one that the board shows though it was not played, or null;
  // left out where no cell stays chosen.
  draw(evaluation, seat, whose, pair = undefined) {
    show(element("pairs"), Boolean(evaluation?.grid));
    if (!evaluation?.grid) return;
    if (evaluation !== this.evaluation) Object.assign(this, { all: false, home: null });
    Object.assign(this, { evaluation, seat, whose, pair });
    this.redraw();
  }

  redraw() {
    const { evaluation, seat, words } = this;
    const seen = seenBy(evaluation.grid, seat);
    const gain = gains(seen);
    const [down, across] = [ranked(seen.rows, gain.rows), ranked(seen.columns, gain.columns)];
    const [height, width] = [seen.rows.length, seen.columns.length];
    const more = height > down.few || width > across.few;
    const cut = ({ order, few }) => (this.all ? order : order.slice(0, few));
    this.shown = { rows: cut(down), columns: cut(across), seen };
    const same = alike(seen);
    const head = make(
      "tr",
      {},
      make("td"),
      ...this.shown.columns.map((column) => this.header(seen.columns[column], "col", same)),
    );
    const lines = this.shown.rows.map((row) =>
      make(
        "tr",
        {},
        this.header(seen.rows[row], "row", same),
        ...this.shown.columns.map((column) => this.cell(row, column)),
      ),
    );
    const focused = this.table.contains(document.activeElement);
    this.table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...lines));
    this.rove(this.at(this.home) ?? this.table.querySelector(".played button") ?? this.table.querySelector("button"));
    if (focused) this.focus();
    const how = same ? [words.all_alike] : [fill(seat === this.whose.viewer ? words.how_own : words.how, this.whose)];
    if (this.table.querySelector("td.played")) how.push(words.framed);
    element("heat-how").textContent = [...how, words.press_pair].join(" ");
    show(element("heat-all"), more);
    element("heat-all").textContent = this.all
      ? words.few_pairs
      : fill(words.all_pairs, { rows: height, columns: width });
  }

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

  cell(row, column) {
    const {
      words,
      pair,
      shown: { seen },
    } = this;
    const [mine, theirs] = [seen.rows[row], seen.columns[column]];
    const share = seen.worth(row, column);
    const played = mine.played && theirs.played;
    const button = make("button", { type: "button", text: String(Math.round(100 * share)), tabIndex: -1 });
    Object.assign(button.dataset, { row, column });
    const label = fill(words.cell, { mine: mine.label, theirs: theirs.label, odds: percent(share) });
    button.setAttribute("aria-label", played ? fill(words.cell_played, { cell: label }) : label);
    if (pair !== undefined) button.setAttribute("aria-pressed", this.pairOf(mine, theirs).join() === pair?.join());
    return make("td", { className: `${shade(share)}${played ? " played" : ""}` }, button);
  }

  pairOf(mine, theirs) {
    return this.seat === 1 ? [theirs.id, mine.id] : [mine.id, theirs.id];
  }

  press(button) {
    if (!button) return;
    this.rove(button);
    const { rows, columns } = this.shown.seen;
    this.choose(this.pairOf(rows[Number(button.dataset.row)], columns[Number(button.dataset.column)]));
  }

  // The arrow keys walk from cell to cell; the table is one stop of the Tab key.
  key(event) {
    const button = event.target.closest("button");
    if (!button || !(event.key in STEPS) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { rows, columns } = this.shown;
    const [row, column] = this.place(button);
    const [down, right] = STEPS[event.key];
    this.rove(this.at([rows[rows.indexOf(row) + down], columns[columns.indexOf(column) + right]]));
    this.focus();
  }

  place({ dataset }) {
    return [Number(dataset.row), Number(dataset.column)];
  }

  at(place) {
    return place && this.table.querySelector(`button[data-row="${place[0]}"][data-column="${place[1]}"]`);
  }

  // From now on the table is entered here.
  rove(button) {
    if (!button) return;
    for (const other of this.table.querySelectorAll("button[tabindex='0']")) other.tabIndex = -1;
    button.tabIndex = 0;
    this.home = this.place(button);
  }

  focus() {
    this.table.querySelector("button[tabindex='0']")?.focus();
  }
}
