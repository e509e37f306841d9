// @ts-check
// The settings of the reader: attributes of <html> that the server writes, from a cookie that outlives the page.

import { store, stored } from "./storage.js";

const VOLUME = "volume"; // The name of the last loudness in the storage.

/** @type {Record<string, string>} */
export const DEFAULTS = {
  theme: "system",
  board: "slate",
  coordinates: "outside",
  animation: "on",
  confirm: "variant",
  sounds: "30",
  pieces: "cavalier",
};

const { dataset } = document.documentElement;
export const savedSettings = () => new URLSearchParams(document.cookie.match(/(?:^|; )settings=([^;]*)/)?.[1]);

/** The value of a setting. @param {string} name */
export const setting = (name) => dataset[name] ?? DEFAULTS[name];

/** @param {string} name @param {string} value */
export function applySetting(name, value) {
  if (value === DEFAULTS[name]) delete dataset[name];
  else dataset[name] = value;
}

/** Lets a setting count at once, in this page and the next. @param {string} name @param {string} value */
export function saveSetting(name, value) {
  applySetting(name, value);
  const all = savedSettings();
  all.set(name, value);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing on sites without HTTPS
  document.cookie = `settings=${all}; path=/; max-age=31536000; samesite=lax`;
}

/** Switches the sounds; when they are on again, they are as loud as before. @param {boolean} on */
export function switchSounds(on) {
  if (!on) store(VOLUME, setting("sounds"));
  saveSetting("sounds", on ? (stored(VOLUME) ?? DEFAULTS.sounds) : "0");
}
