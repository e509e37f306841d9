// @ts-check
// The page of settings: choices take effect at once.

import { element, fill, optional, query, queryAll } from "../lib/dom.js";
import { Lazy } from "../lib/loader.js";
import { denied, notifies, possible, switchNotifications } from "../lib/permission.js";
import { saveSetting, setting, switchSounds } from "../lib/settings.js";
import { store, stored } from "../lib/storage.js";

/** @import { SoundName } from "../lib/sounds.js" */

const form = element("settings");
const [sounding, volume, notify, tone] = ["sounding", "volume", "notify", "tone"].map((id) =>
  element(id, HTMLInputElement),
);
const percent = element("percent");
const look = optional("look");
const USUAL = "30";
// Who presses a word wants to hear it, also where sounds are switched off.
const loudness = () => (Number(volume.value) || Number(USUAL)) / 100;
const sounds = new Lazy(
  () => import("../lib/sounds.js"),
  ({ Sounds }) => new Sounds(loudness),
  () => {},
);

function draw() {
  percent.textContent = `${volume.value} %`;
  sounding.checked = volume.value !== "0";
  if (!look) return;
  const named = (/** @type {string} */ name) =>
    query(form, `[name=${name}]:checked`).nextElementSibling?.textContent ?? "";
  const values = { board: named("board"), pieces: named("pieces"), coordinates: named("coordinates").toLowerCase() };
  look.textContent = fill(look.dataset.words ?? "", values);
}

/** A page restored by the browser shows the current settings. */
function show() {
  for (const radio of queryAll(form, "[type=radio]", HTMLInputElement))
    radio.checked = setting(radio.name) === radio.value;
  volume.value = setting("sounds");
  tone.checked = stored("sound") === "yes";
  draw();
  drawNotices();
}

/** A permission that was denied can be granted only in the browser. */
function drawNotices() {
  notify.checked = notifies();
  notify.disabled = !possible || denied();
  const status = element("notify-told");
  status.textContent = (!possible && status.dataset.impossible) || (denied() && status.dataset.denied) || "";
}

form.addEventListener("change", ({ target }) => {
  if (target === notify) return switchNotifications(notify.checked).then(drawNotices);
  if (target === tone) return store("sound", tone.checked ? "yes" : "no");
  if (target === sounding) {
    switchSounds(sounding.checked);
    volume.value = setting("sounds");
  }
  draw();
  const { type, name, value } = /** @type {HTMLInputElement} */ (target);
  if (type === "radio") saveSetting(name, value);
  else saveSetting("sounds", volume.value);
});
volume.addEventListener("input", draw);
form.addEventListener("click", ({ target }) => {
  const hear = /** @type {SoundName | undefined} */ (/** @type {HTMLElement} */ (target).dataset.hear);
  if (hear) sounds.use((part) => part.play(hear), true);
});
addEventListener("pageshow", show);
