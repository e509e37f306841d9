// @ts-check
// Keeps the focus on the page: when its element disappears, the nearest one gets it.
//
// `data-focus` names the element that takes the focus of all that is inside; elsewhere it is `main`.

import { query } from "./dom.js";

const WATCHED = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ["hidden", "disabled", "inert", "open", "class"],
};

/**
 * The element that had the focus last, outside of any dialog, and all that it was in.
 * @type {HTMLElement[]}
 */
let path = [];
/**
 * The element of an open dialog that has the focus.
 * @type {HTMLElement | null}
 */
let inside = null;

/** @param {HTMLElement & { disabled?: boolean }} node */
const usable = (node) => node.isConnected && !node.disabled && !node.closest("[inert]") && node.checkVisibility();
function lost() {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  return active === null || active === document.body || !usable(active);
}

/** @param {HTMLElement} node */
function ancestors(node) {
  const found = [];
  for (let one = /** @type {HTMLElement | null} */ (node); one; one = one.parentElement) found.push(one);
  return found;
}

function next() {
  if (usable(path[0])) return path[0];
  for (const node of path.slice(1)) {
    if (!usable(node)) continue;
    /** @type {HTMLElement | null} */
    const square = node.matches("cavalier-board") ? node.querySelector("[tabindex='0']") : null;
    if (square) return square;
    const named = node.dataset.focus && document.getElementById(node.dataset.focus);
    if (named && usable(named)) return named;
  }
  return query(document, "main");
}

function repair() {
  if (!lost() || document.querySelector("dialog:modal")) return;
  if (!path.length || (!inside && usable(path[0]))) return; // The reader has put the focus nowhere.
  inside = null;
  next().focus({ preventScroll: true });
}

export function keepFocus() {
  query(document, "main").tabIndex = -1;
  document.addEventListener("focusin", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const dialog = target.closest("dialog");
    inside = dialog ? target : null;
    if (!dialog) path = ancestors(target);
  });
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (relatedTarget || inside || !document.hasFocus()) return;
    if (usable(/** @type {HTMLElement} */ (target))) path = [];
  });
  new MutationObserver(repair).observe(document.body, WATCHED);
}
