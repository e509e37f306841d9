// Loads the module of plans when a player uses the board out of turn.

import { element } from "../lib/dom.js";
import { Lazy, loadWords } from "../lib/loader.js";

// Answers a function to be called with each shown view. `host` has the collaborators of `Plans`.
export function loadPlan(host, failed) {
  const { board } = host;
  const door = element("plans");
  const plans = new Lazy(
    () => Promise.all([import("./plan.js"), loadWords(door.dataset.words)]),
    ([{ Plan }, { words, html }]) => {
      door.innerHTML = html;
      return new Plan(host, words);
    },
    failed,
  );
  let view = null;
  const may = () => view?.may.includes("plan");
  const reach = ({ type, target }) => {
    if (may()) plans.use((part) => part.reach(view, type === "click" ? target : null));
  };
  for (const type of ["pointerenter", "focusin", "click"]) board.addEventListener(type, reach);
  // Until the possible moves are known a drag counts as two presses.
  const squareOf = (node) => node?.closest("[data-square]");
  let from = null;
  board.addEventListener("pointerdown", ({ target }) => {
    from = squareOf(target);
  });
  board.addEventListener("pointerup", ({ clientX, clientY }) => {
    const to = squareOf(document.elementFromPoint(clientX, clientY));
    if (from && to && from !== to) for (const target of [from, to]) reach({ type: "click", target });
  });
  return (next) => {
    view = next;
    if (view.plan || plans.needed || (may() && "lines" in door.dataset)) plans.use((part) => part.draw(view));
  };
}
