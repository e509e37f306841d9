// Lets a setting count at once, in this page and the next.

import { applySetting, savedSettings } from "./settings.js";

export function saveSetting(name, value) {
  applySetting(name, value);
  const all = savedSettings();
  all.set(name, value);
  document.cookie = `settings=${all}; path=/; max-age=31536000; samesite=lax`;
}
