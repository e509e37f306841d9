// @ts-check
// Buttons that copy a field of the page, and confirm it in their label.

import { element, queryAll, show } from "../lib/dom.js";

for (const button of queryAll(document, "[data-copies]")) {
  const { copies = "", done = "" } = button.dataset;
  show(button, Boolean(navigator.clipboard));
  button.addEventListener("click", async () => {
    const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (element(copies));
    await navigator.clipboard.writeText(field.value);
    button.textContent = done;
  });
}
