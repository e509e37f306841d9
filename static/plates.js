// The plates beside the board: who sits there, how he stands, what is counted of him.

import { element, make } from "./page.js";

export function nameOf(chair, view, words) {
  if (chair.seat === view.viewer) return words.you;
  return chair.person ? chair.name || words.guest : words.free_seat;
}

// Whether several seats choose at the same time: then moves are sealed, else they are played.
export const together = (view) => view.chairs.filter(({ state }) => state === "choosing" || state === "sealed").length > 1;

const shares = { 0: "0", 0.5: "½", 1: "1" };

function tally({ seat, value, limit, text }) {
  const node = make("span");
  if (seat !== null && limit && limit <= 6) {
    const pips = make("span", { className: "pips" });
    pips.setAttribute("aria-hidden", "true");
    for (let n = 0; n < limit; n += 1) pips.append(make("i", { className: n < value ? "pip x" : "pip" }));
    node.append(pips);
  }
  node.append(text);
  return node;
}

function stateOf(chair, view, words) {
  if (chair.seat === view.viewer && chair.state === "choosing") return words.your_turn;
  return words.states[chair.state] ?? "";
}

export function drawPlates(view, words) {
  for (const plate of document.querySelectorAll(".plate")) {
    const chair = view.chairs[Number(plate.dataset.seat)];
    const part = (name) => plate.querySelector(`[data-part=${name}]`);
    const sealed = chair.state === "sealed";
    part("name").textContent = nameOf(chair, view, words);
    part("state").textContent = stateOf(chair, view, words);
    part("state").classList.toggle("red", sealed);
    part("slot").classList.toggle("full", sealed);
    part("tallies").replaceChildren(...view.tallies.filter(({ seat }) => seat === chair.seat).map(tally));
    const share = view.result?.points[chair.seat];
    part("points").textContent = share === undefined ? "" : (shares[share] ?? share.toFixed(2));
  }
  element("tallies").replaceChildren(...view.tallies.filter(({ seat }) => seat === null).map(tally));
}
