// Buttons that copy what a field of the page holds, and say on themselves that it is done.

import { element, show } from "../lib/dom.js";

for (const button of document.querySelectorAll("[data-copies]")) {
  show(button, Boolean(navigator.clipboard));
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(element(button.dataset.copies).value);
    button.textContent = button.dataset.done;
  });
}
