// Lets a setting count at once, in this page and the next, and on other devices of the same person.

import { kept, write } from "./settings.js";

export function choose(name, value) {
  write(name, value);
  const all = kept();
  all.set(name, value);
  all.set("at", Date.now());
  document.cookie = `settings=${all}; path=/; max-age=31536000; samesite=lax`;
  navigator.sendBeacon(`/${document.documentElement.lang}/settings/kept`);
}
