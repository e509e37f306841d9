// The table of turns, newest first, with a sentence for whatever happened.

import { element, make } from "./page.js";

function row(turn, view) {
  const head = make("th", { scope: "row", text: turn.number });
  const cells = view.chairs.map(({ seat }) => make("td", { text: turn.texts[seat] ?? "" }));
  const body = make("tbody", {}, make("tr", {}, head, ...cells));
  body.dataset.turn = turn.number;
  if (turn.sentences?.length) {
    const told = make("td", { colSpan: view.chairs.length, text: turn.sentences.join(" ") });
    body.append(make("tr", { className: "why" }, make("td"), told));
  }
  return body;
}

export function drawTurns(view, replay) {
  const table = element("moves").querySelector("table");
  const drawn = Number(table.querySelector("tbody")?.dataset.turn ?? 0);
  for (const turn of view.turns.slice(drawn)) table.tHead.after(row(turn, view));
  for (const body of table.tBodies) {
    for (const line of body.rows) line.classList.toggle("now", Number(body.dataset.turn) === replay.shown);
  }
  if (!table.dataset.clicks) {
    table.dataset.clicks = "yes";
    table.addEventListener("click", ({ target }) => {
      const turn = target.closest("tbody")?.dataset.turn;
      if (turn) replay.go(Number(turn));
    });
  }
}
