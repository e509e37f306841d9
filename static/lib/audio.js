// @ts-check
// Sounds of a page: none before its reader has touched it, and none if they are switched off.

/** @import { Sounds } from "./sounds.js" */
import { Lazy } from "./loader.js";

const QUIET = 30; // Percent of the volume where nothing was chosen.

/** From 0, off, to 1. */
export const volume = () => Number(document.documentElement.dataset.sounds ?? QUIET) / 100;

const part = new Lazy(
  () => import("./sounds.js"),
  ({ Sounds }) => new Sounds(volume),
  () => {},
);

/** A browser lets a page be heard once its reader has touched it; a change may be that sounds are switched on. */
export function allowSound() {
  const touches = ["pointerdown", "keydown", "change"];
  const load = () => {
    if (!volume()) return;
    for (const touch of touches) removeEventListener(touch, load);
    part.use(() => {});
  };
  for (const touch of touches) addEventListener(touch, load);
}

/** Does this with the sounds, which are ready once the page was touched. @param {(sounds: Sounds) => void} act */
export function withSounds(act) {
  if (volume() && part.needed) part.use(act);
}
