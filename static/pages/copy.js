// Buttons that copy a field of the page, and confirm it in their label.

import { element, show } from "../lib/dom.js";

for (const button of document.querySelectorAll("[data-copies]")) {
  show(button, Boolean(navigator.clipboard));
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(element(button.dataset.copies).value);
    button.textContent = button.dataset.done;
  });
}
