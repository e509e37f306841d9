// The board at the top of the home page, when it shows a game that is being played.

import "./board.js";
import { data, show } from "./page.js";
import { Wire } from "./wire.js";

const board = document.querySelector("cavalier-board");
const first = data("view");

function draw(view) {
  board.view = view;
  document.getElementById("turn").textContent = view.result ? view.number : view.number + 1;
  for (const chair of view.chairs) {
    const plate = document.querySelector(`[data-chair="${chair.seat}"]`);
    for (const state of ["sealed", "choosing"]) {
      for (const sign of plate.querySelectorAll(`[data-${state}]`)) show(sign, chair.state === state);
    }
  }
}

draw(first);
new Wire({
  table: first.table,
  seat: null,
  language: document.documentElement.lang,
  view: first,
  told: (view, before, refusal) => {
    if (!refusal) draw(view);
  },
});
