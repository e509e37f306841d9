// The table of turns, newest first, with a sentence for whatever happened.

import { element, make, show } from "./page.js";

// Rows as players write them: a row goes on as long as each turn brings a later seat; [{number, turns: [turn]}].
export function rowsOf(turns) {
  const rows = [];
  let latest = Infinity;
  for (const turn of turns) {
    const seats = Object.keys(turn.texts).map(Number);
    if (Math.min(...seats) > latest) rows.at(-1).turns.push(turn);
    else rows.push({ number: rows.length + 1, turns: [turn] });
    latest = Math.max(...seats);
  }
  return rows;
}

// A turn as players write it, with the number of its row: `3. Nb3 Nd3`, `3… d5`.
export function written(turn, turns) {
  const row = rowsOf(turns).find((one) => one.turns.includes(turn));
  return `${row.number}${row.turns[0] === turn ? "." : "…"} ${Object.values(turn.texts).join(" ")}`;
}

function drawRow(row, view) {
  const cells = view.chairs.map(({ seat }) => {
    const turn = row.turns.find(({ texts }) => seat in texts);
    const cell = make("td", { text: turn?.texts[seat] ?? "" });
    if (turn) cell.dataset.turn = turn.number;
    return cell;
  });
  const body = make("tbody", {}, make("tr", {}, make("th", { scope: "row", text: row.number }), ...cells));
  const sentences = row.turns.flatMap((turn) => turn.sentences ?? []);
  if (sentences.length) {
    const told = make("td", { colSpan: view.chairs.length, text: sentences.join(" ") });
    body.append(make("tr", { className: "why" }, make("td"), told));
  }
  body.dataset.turns = row.turns.map(({ number }) => number).join(" ");
  return body;
}

export class Turns {
  constructor(replay) {
    this.table = element("moves").querySelector("table");
    this.number = -1;
    this.table.addEventListener("click", ({ target }) => {
      const own = target.closest("[data-turn]")?.dataset.turn;
      const turn = own ?? target.closest("[data-turns]")?.dataset.turns.split(" ").at(-1);
      if (turn) replay.go(Number(turn));
    });
  }

  draw(view, shown) {
    show(element("moves"), view.number > 0);
    if (view.number !== this.number) {
      const bodies = rowsOf(view.turns).map((row) => drawRow(row, view)).reverse();
      for (const body of [...this.table.tBodies]) body.remove();
      this.table.append(...bodies);
      this.number = view.number;
    }
    for (const body of this.table.tBodies) {
      const turns = body.dataset.turns.split(" ").map(Number);
      for (const line of body.rows) line.classList.toggle("now", turns.includes(shown));
      for (const cell of body.querySelectorAll("td[data-turn]")) {
        cell.classList.toggle("shown", turns.length > 1 && Number(cell.dataset.turn) === shown);
      }
    }
  }
}
