// What every page starts with: the settings as they are now, the worker of the site, and once an offer to install it.

import { DEFAULTS, applySetting, savedSettings } from "../lib/settings.js";
import { store, stored } from "../lib/storage.js";

const OFFERED = "install";
const buttons = document.querySelectorAll("[data-install]");
const languages = [document.documentElement, ...document.querySelectorAll("a.lang")].map(({ lang }) => lang).sort();
const version = import.meta.url.match(/\/static\/v(\w+)\//)?.[1] ?? "";

// A page that was kept, by the browser or by the worker, may carry settings of another time.
function renew() {
  const all = savedSettings();
  for (const [name, value] of Object.entries(DEFAULTS)) applySetting(name, all.get(name) ?? value);
}

renew();
addEventListener("pageshow", renew);

function offer(yes) {
  for (const button of buttons) button.hidden = !yes;
}

if ("serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register(`/worker.js?version=${version}&languages=${languages.join("+")}`));
  addEventListener("appinstalled", async () => {
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ keep: location.pathname });
  });
}

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  if (stored(OFFERED)) return;
  offer(true);
  for (const button of buttons) {
    button.addEventListener("click", () => {
      store(OFFERED, "answered");
      offer(false);
      event.prompt();
    }, { once: true });
  }
});
