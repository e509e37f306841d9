// The page of settings: what is chosen there takes effect at once.

import { element } from "./page.js";
import { choose, setting } from "./settings.js";

const form = element("settings");
const [sounding, volume, percent] = ["sounding", "volume", "percent"].map(element);
const USUAL = "30";

function tell() {
  percent.textContent = `${volume.value} %`;
  sounding.checked = volume.value !== "0";
}

// A page that the browser has kept shows what was chosen elsewhere meanwhile.
function show() {
  for (const radio of form.querySelectorAll("[type=radio]")) radio.checked = setting(radio.name) === radio.value;
  volume.value = setting("sounds");
  tell();
}

form.addEventListener("change", ({ target }) => {
  if (target === sounding) volume.value = sounding.checked ? USUAL : "0";
  tell();
  if (target.type === "radio") choose(target.name, target.value);
  else choose("sounds", volume.value);
});
volume.addEventListener("input", tell);
addEventListener("pageshow", show);
