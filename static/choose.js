// Lets a setting count at once, in this page and the next.

import { kept, write } from "./settings.js";

export function choose(name, value) {
  write(name, value);
  const all = kept();
  all.set(name, value);
  document.cookie = `settings=${all}; path=/; max-age=31536000; samesite=lax`;
}
