// @ts-check
// Loads the module of plans when a player uses the board out of turn.

import { element } from "../lib/dom.js";
import { Lazy, loadWords } from "../lib/loader.js";

/** @import { View } from "../game/view-types.js" */
/** @import { PlanHost } from "./plan.js" */

/**
 * Answers a function to be called with each shown view. `host` has the collaborators of `Plan`.
 * @param {PlanHost} host
 * @param {() => void} failed
 */
export function loadPlan(host, failed) {
  const { board } = host;
  const door = element("plans");
  const plans = new Lazy(
    () => Promise.all([import("./plan.js"), loadWords(door.dataset.words ?? "")]),
    ([{ Plan }, { words, html }]) => {
      door.innerHTML = html;
      return new Plan(host, words);
    },
    failed,
  );
  /** @type {View | null} */
  let view = null;
  const reach = (/** @type {{ type: string, target: EventTarget | null }} */ { type, target }) => {
    const now = view;
    if (!now?.may.includes("plan") || board.view?.past) return;
    plans.use((part) => part.reach(now, type === "click" ? squareOf(target) : null), true);
  };
  for (const type of ["pointerenter", "focusin", "click"]) board.addEventListener(type, reach);
  // Until the possible moves are known a drag counts as two presses.
  const squareOf = (/** @type {EventTarget | null} */ node) =>
    node instanceof Element ? /** @type {HTMLElement | null} */ (node.closest("[data-square]")) : null;
  /** @type {HTMLElement | null} */
  let from = null;
  board.addEventListener("pointerdown", ({ target }) => {
    from = squareOf(target);
  });
  board.addEventListener("pointerup", ({ clientX, clientY }) => {
    const to = squareOf(document.elementFromPoint(clientX, clientY));
    if (from && to && from !== to) for (const target of [from, to]) reach({ type: "click", target });
  });
  return (/** @type {View} */ next) => {
    view = next;
    if (next.plan || plans.needed || (next.may.includes("plan") && "lines" in door.dataset)) {
      plans.use((part) => part.draw(next));
    }
  };
}
