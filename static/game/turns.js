// @ts-check
// The table of turns, newest first, with sentences on events that the moves do not show.

/** @import { Replay } from "./replay.js" */
/** @import { TurnView, View } from "./view-types.js" */
import { drawing } from "../board/piece.js";
import { element, fill, make, query, queryAll, show } from "../lib/dom.js";

/** @typedef {{ number: number, turns: TurnView[] }} Row */

/** The rows as the server numbers them. @param {View} view */
function rowsOf(view) {
  /** @type {Row[]} */
  const rows = [];
  for (const turn of view.turns) {
    const row = rows.at(-1);
    if (row?.number === turn.row) row.turns.push(turn);
    else rows.push({ number: turn.row, turns: [turn] });
  }
  return rows;
}

/**
 * The signs of a turn's events for the move of a seat: failed, losses, new pieces.
 * @param {HTMLElement} cell
 * @param {TurnView} turn
 * @param {number} seat
 * @param {View} view
 * @param {HTMLElement} board
 */
function drawSigns(cell, turn, seat, view, board) {
  for (const { code, seat: whose, pieces } of turn.events) {
    const sign = view.signs[code];
    if (whose !== seat) continue;
    if (sign === "failed" || (sign === "lost" && Object.keys(turn.texts).length > 1)) cell.classList.add(sign);
    if (sign === "born") cell.append(drawing(board, pieces[0], "born", 18));
  }
}

/**
 * A turn as players write it, with the number of its row: `3. Nb3 Nd3`, `3… d5`.
 * @param {Pick<TurnView, "row" | "begins" | "texts">} turn
 */
export const written = ({ row, begins, texts }) =>
  `${row}${begins ? "." : "…"} ${Object.values(texts).join(" ")}`.trim();

/**
 * The turn of this number. The view of a long game may lack earlier ones.
 * @param {{ turns?: TurnView[] }} view
 * @param {number} number
 */
export const turnAt = ({ turns }, number) => turns?.find((turn) => turn.number === number);

/**
 * Whether two turns are the same: a takeback may have replaced one by another.
 * @param {TurnView | null | undefined} one
 * @param {TurnView | null | undefined} other
 */
export function sameTurn(one, other) {
  const keyOf = (/** @type {TurnView | null | undefined} */ turn) =>
    JSON.stringify(
      Object.entries(turn?.texts ?? {}).map(([seat, text]) => [
        seat,
        text,
        turn?.opened?.[seat]?.seal,
        turn?.opened?.[seat]?.nonce,
      ]),
    );
  return one === other || keyOf(one) === keyOf(other);
}

/**
 * Whether the envelopes of a turn can be verified: on a hidden board the moves stay in them while the game runs.
 * @param {TurnView} turn
 */
export const mayVerify = (turn) => Object.values(turn.opened ?? {}).some(({ nonce }) => nonce);

export class Turns {
  /**
   * `verdicts`: by the number of a turn whether its envelopes hold, where they were verified; `verify(number)` does it.
   * @param {Replay} replay
   * @param {Record<string, string>} words
   * @param {Map<number, boolean>} verdicts
   * @param {(number: number) => void} verify
   */
  constructor(replay, words, verdicts, verify) {
    this.words = words;
    this.board = query(document, "cavalier-board");
    this.verdicts = verdicts;
    this.table = query(element("moves"), "table", HTMLTableElement);
    this.checks = query(this.table, "th.checks");
    /** @type {TurnView[] | null} */
    this.drawn = null; // The turns that the table holds.
    this.table.addEventListener("click", ({ target }) => {
      const around = (/** @type {string} */ name) =>
        /** @type {Element} */ (target).closest(`[${name}]`)?.getAttribute(name);
      const checked = around("data-verify");
      if (checked) {
        verify(Number(checked));
        return;
      }
      const turn = around("data-turn") ?? around("data-turns")?.split(" ").at(-1);
      if (turn) replay.go(Number(turn));
    });
  }

  /** @param {Row} row @param {View} view */
  drawRow(row, view) {
    const cells = view.chairs.map(({ seat }) => {
      const turns = row.turns.filter(({ texts }) => seat in texts);
      const texts = turns.map((turn) => {
        const text = make(turns.length > 1 ? "span" : "td", { text: turn.texts[seat] });
        text.dataset.turn = String(turn.number);
        drawSigns(text, turn, seat, view, this.board);
        return text;
      });
      if (turns.length === 1) return texts[0];
      return make("td", {}, ...texts.flatMap((text) => [text, " "]));
    });
    const checks = make("td", { className: "checks" }, ...row.turns.flatMap((turn) => this.drawCheck(turn)));
    const body = make(
      "tbody",
      {},
      make("tr", {}, make("th", { scope: "row", text: String(row.number) }), ...cells, checks),
    );
    checks.hidden = this.checks.hidden;
    const sentences = row.turns.flatMap((turn) => turn.notes ?? []);
    if (sentences.length) {
      const notes = make("td", { colSpan: view.chairs.length + (checks.hidden ? 0 : 1), text: sentences.join(" ") });
      body.append(make("tr", { className: "why" }, make("td"), notes));
    }
    body.dataset.turns = row.turns.map(({ number }) => number).join(" ");
    return body;
  }

  /** The button that verifies the envelopes of a turn, and then says whether they hold. @param {TurnView} turn */
  drawCheck(turn) {
    if (!mayVerify(turn)) return [];
    const button = make("button", { className: "btn", type: "button" });
    button.dataset.verify = String(turn.number);
    button.dataset.of = written(turn);
    this.nameCheck(button, this.verdicts.get(turn.number));
    return [button];
  }

  /** @param {HTMLElement} button @param {boolean | undefined} holds */
  nameCheck(button, holds) {
    const { verify, holds: yes, fails } = this.words;
    button.textContent = holds === undefined ? verify : holds ? yes : fails;
    button.setAttribute(
      "aria-label",
      fill(this.words.check_of, { check: button.textContent ?? "", turn: button.dataset.of ?? "" }),
    );
    button.classList.toggle("red", holds === false);
  }

  /** @param {number} number @param {boolean} holds */
  mark(number, holds) {
    /** @type {HTMLElement | null} */
    const button = this.table.querySelector(`[data-verify="${number}"]`);
    if (button) this.nameCheck(button, holds);
  }

  /** @param {View} view @param {number} shown the number of the turn that the board shows */
  draw(view, shown) {
    show(element("moves"), view.number > 0);
    const { drawn } = this;
    if (view.turns.length !== drawn?.length || view.turns.some((turn, index) => !sameTurn(turn, drawn[index]))) {
      this.checks.hidden &&= !view.turns.some(mayVerify);
      const bodies = rowsOf(view)
        .map((row) => this.drawRow(row, view))
        .reverse();
      for (const body of [...this.table.tBodies]) body.remove();
      this.table.append(...bodies);
      this.drawn = view.turns;
    }
    for (const body of this.table.tBodies) {
      const turns = (body.dataset.turns ?? "").split(" ").map(Number);
      for (const line of body.rows) line.classList.toggle("now", turns.includes(shown));
      for (const cell of queryAll(body, "[data-turn]")) {
        cell.classList.toggle("shown", turns.length > 1 && Number(cell.dataset.turn) === shown);
      }
    }
  }
}
