// @ts-check
// Search among many variants: each has its words, folded by the server.

import { element, query, queryAll, show } from "./dom.js";

/**
 * A text for comparison: without case, accents and signs. `fold` in server/content/catalogue.py does the same.
 * @param {string} text
 * @returns {string[]}
 */
export const fold = (text) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Answers whether words fit a text that somebody types: one begins with each word of the text. @param {string} text */
export function finder(text) {
  const wanted = fold(text);
  return (/** @type {string} */ words) => wanted.every((word) => ` ${words}`.includes(` ${word}`));
}

/**
 * Shows these items as `fits(item)` says, and the groups that have one; answers how many are shown.
 * @template {Element} Item
 * @param {Item[]} items
 * @param {(item: Item) => boolean} fits
 */
export function filter(items, fits) {
  const shown = items.filter(fits);
  for (const item of items) show(item, shown.includes(item));
  const groups = (/** @type {Item[]} */ some) =>
    new Set(some.map((item) => /** @type {Element} */ (item.closest("[data-group]"))));
  for (const group of groups(items)) show(group, groups(shown).has(group));
  return shown.length;
}

/** Fields that filter the boxes of a list. What is checked stays. */
export function filterWhileTyping() {
  for (const field of queryAll(document, "[data-filters]", HTMLInputElement)) {
    const list = element(field.dataset.filters ?? "");
    const none = query(document, `[data-none="${list.id}"]`);
    const boxes = queryAll(list, "[data-search]");
    field.addEventListener("input", () => {
      const fits = finder(field.value);
      const shown = filter(boxes, (box) => fits(box.dataset.search ?? "") || box.querySelector(":checked") !== null);
      none.textContent = shown ? "" : (none.dataset.text ?? "");
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") event.preventDefault(); // It would send the form.
    });
  }
}
