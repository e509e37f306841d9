// @ts-check
// The start of every page: the current settings, the service worker, and once an offer to install the site.

import { DEFAULTS, applySetting, savedSettings } from "../lib/settings.js";
import { store, stored } from "../lib/storage.js";

/** @typedef {Event & { prompt: () => void }} InstallPrompt */

const OFFERED = "install";
/** @type {NodeListOf<HTMLElement>} */
const buttons = document.querySelectorAll("[data-install]");
/** @type {NodeListOf<HTMLElement>} */
const others = document.querySelectorAll("a.lang");
const languages = [document.documentElement, ...others].map(({ lang }) => lang).sort();
const version = import.meta.url.match(/\/static\/v(\w+)\//)?.[1] ?? "";

// A cached page may have old settings.
function renew() {
  const all = savedSettings();
  for (const [name, value] of Object.entries(DEFAULTS)) applySetting(name, all.get(name) ?? value);
}

renew();
addEventListener("pageshow", renew);

/** @param {boolean} yes */
function offer(yes) {
  for (const button of buttons) button.hidden = !yes;
}

if ("serviceWorker" in navigator) {
  addEventListener("load", () =>
    navigator.serviceWorker.register(`/worker.js?version=${version}&languages=${languages.join("+")}`),
  );
  addEventListener("appinstalled", async () => {
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ keep: location.pathname });
  });
}

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  if (stored(OFFERED)) return;
  offer(true);
  for (const button of buttons) {
    button.addEventListener(
      "click",
      () => {
        store(OFFERED, "answered");
        offer(false);
        /** @type {InstallPrompt} */ (event).prompt();
      },
      { once: true },
    );
  }
});
