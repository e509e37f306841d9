// @ts-check
// Notifies a reader who looks elsewhere, by a script that is loaded when it is first needed.

import { element, show } from "./dom.js";
import { Lazy } from "./loader.js";
import { stored } from "./storage.js";

/**
 * Answers `notify(what)` for the key of one of the words, or nothing: its promise holds when the reader has been notified.
 * `about` and `tag` as `Notifications` has them. The panel of the notices says if the script cannot be loaded.
 * @param {string} about
 * @param {string} tag
 */
export function notifyAbout(about, tag) {
  const root = element("notices", HTMLDetailsElement);
  const failed = () => {
    element("notify-told").textContent = root.dataset.missing ?? "";
  };
  const part = new Lazy(
    () => import("./notifications.js"),
    ({ Notifications }) => new Notifications(about, tag),
    failed,
    root,
  );
  show(root, true);
  if (stored("sound") === "yes") part.use(() => {}); // It has to be ready when the reader touches the page.
  return async (/** @type {string | false | undefined} */ what) => {
    if (what && document.hidden) await part.use((notifications) => notifications.notify(what));
  };
}
