// @ts-check
// Buttons that copy a field of the page, and confirm it in their label. A field that may not be copied is selected.

import { element, queryAll, show } from "../lib/dom.js";

const CONFIRMED = 6000; // Milliseconds for which a label confirms.

for (const button of queryAll(document, "[data-copies]")) {
  const { copies = "", done = "" } = button.dataset;
  const label = button.textContent;
  show(button, Boolean(navigator.clipboard));
  button.addEventListener("click", async () => {
    const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (element(copies));
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select();
      return;
    }
    button.textContent = done;
    setTimeout(() => {
      button.textContent = label;
    }, CONFIRMED);
  });
}
