// The plates beside the board: who sits there, how he stands, what is counted of him.

import { element, make } from "./page.js";

export function nameOf(chair, view, words) {
  if (chair.seat === view.viewer) return words.you;
  if (chair.person) return chair.name;
  return view.result ? words.nobody : words.free_seat;
}

// Whether several seats choose at the same time: then moves are sealed, else they are played.
export const together = (view) => view.chairs.filter(({ state }) => state === "choosing" || state === "sealed").length > 1;

const shares = { 0: "0", 0.5: "½", 1: "1" };

// Pips are drawn where every seat is counted the same way, as penalties are.
function tally({ code, value, limit, text }, tallies, chairs) {
  const node = make("span");
  if (limit && limit <= 6 && tallies.filter((other) => other.code === code).length === chairs.length) {
    const pips = make("span", { className: "pips" });
    pips.setAttribute("aria-hidden", "true");
    for (let n = 0; n < limit; n += 1) pips.append(make("i", { className: n < value ? "pip x" : "pip" }));
    node.append(pips);
  }
  node.append(text);
  return node;
}

function stateOf(chair, view, words) {
  if (view.result) return "";
  if (chair.seat === view.viewer && chair.state === "choosing") return words.your_turn;
  return words.states[chair.state] ?? "";
}

// Whether nothing should move on the page.
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// The seals of a turn that was just revealed break in two and fade.
export function breakSeals(view, before) {
  if (view.number !== before.number + 1 || !together(before) || calm()) return;
  for (const slot of document.querySelectorAll(".plate [data-part=slot]")) {
    slot.classList.remove("full");
    slot.classList.add("opened");
    slot.addEventListener("animationend", () => slot.classList.remove("opened"), { once: true });
  }
}

export function drawPlates(view, words) {
  const tell = (wanted) => view.tallies.filter(wanted).map((one) => tally(one, view.tallies, view.chairs));
  for (const plate of document.querySelectorAll(".plate")) {
    const chair = view.chairs[Number(plate.dataset.seat)];
    const part = (name) => plate.querySelector(`[data-part=${name}]`);
    const sealed = chair.state === "sealed";
    part("name").textContent = nameOf(chair, view, words);
    part("state").textContent = stateOf(chair, view, words);
    part("state").classList.toggle("red", sealed);
    part("slot").classList.toggle("full", sealed);
    part("tallies").replaceChildren(...tell((one) => one.seat === chair.seat));
    const share = view.result && view.result.reason !== "withdrawn" ? view.result.points[chair.seat] : null;
    part("points").textContent = share === null ? "" : (shares[share] ?? share.toFixed(2));
  }
  element("tallies").replaceChildren(...tell((one) => one.seat === null));
}
