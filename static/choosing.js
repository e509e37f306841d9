// The page of settings: what is chosen there takes effect at once.

import { choose } from "./choose.js";
import { element } from "./page.js";
import { denied, notifies, possible, switchNotices } from "./notifying.js";
import { setting } from "./settings.js";
import { keepWish, wish } from "./wishes.js";

const form = element("settings");
const [sounding, volume, percent, notify, tone] = ["sounding", "volume", "percent", "notify", "tone"].map(element);
const USUAL = "30";

function tell() {
  percent.textContent = `${volume.value} %`;
  sounding.checked = volume.value !== "0";
}

// A page that the browser has kept shows what was chosen elsewhere meanwhile.
function show() {
  for (const radio of form.querySelectorAll("[type=radio]")) radio.checked = setting(radio.name) === radio.value;
  volume.value = setting("sounds");
  tone.checked = wish("sound") === "yes";
  tell();
  tellNotices();
}

// What a browser has refused, only the browser can allow again.
function tellNotices() {
  notify.checked = notifies();
  notify.disabled = !possible || denied();
  const told = element("notify-told");
  told.textContent = (!possible && told.dataset.impossible) || (denied() && told.dataset.denied) || "";
}

form.addEventListener("change", ({ target }) => {
  if (target === notify) return switchNotices(notify.checked).then(tellNotices);
  if (target === tone) return keepWish("sound", tone.checked ? "yes" : "no");
  if (target === sounding) volume.value = sounding.checked ? USUAL : "0";
  tell();
  if (target.type === "radio") choose(target.name, target.value);
  else choose("sounds", volume.value);
});
volume.addEventListener("input", tell);
addEventListener("pageshow", show);
