// @ts-check
// Whether this browser notifies its reader of what happens elsewhere: a wish of the reader, and a permission.

import { store, stored } from "./storage.js";

const NOTIFY = "notify";

export const possible = "Notification" in window;
export const notifies = () => possible && Notification.permission === "granted" && stored(NOTIFY) === "yes";
export const denied = () => possible && Notification.permission === "denied";

/** Permission is asked for here and nowhere else: when the reader has pressed for it. @param {boolean} on */
export async function switchNotifications(on) {
  if (on && Notification.permission === "default") await Notification.requestPermission();
  store(NOTIFY, on && Notification.permission === "granted" ? "yes" : "no");
}
