// @ts-check
// The news in a view for which a reader who looks elsewhere is notified.

/** @import { View } from "../game/view-types.js" */

/** @param {View} view */
const choosing = (view) => view.viewer !== null && view.chairs[view.viewer].state === "choosing";

/** The seats of others that offer, ask or want something in a view. @param {View} view */
const requests = ({ viewer, offers, back, rematch }) =>
  [...offers, ...(back?.seats ?? []), ...(rematch?.seats ?? [])].filter((seat) => seat !== viewer);

/**
 * The news in a view for its seat: the key of one of the words, or "" for none.
 * @param {View} view
 * @param {View} before
 */
export function news(view, before) {
  if (view.result && !before.result) return "over";
  if (choosing(view) && (!choosing(before) || view.number !== before.number)) return "turn";
  if (view.status === "running" && before.status === "open") return "begun";
  if (view.number > before.number) return "revealed";
  if (view.viewer === null) return "";
  const known = requests(before);
  return requests(view).some((seat) => !known.includes(seat)) ? "asked" : "";
}

/** The same for a page that was opened by itself, from another game or a wait, and is not looked at. @param {View} view */
export function arrival(view) {
  if (view.status !== "running" || view.viewer === null) return "";
  if (choosing(view)) return "turn";
  return view.number === 0 ? "begun" : "";
}

/** The parts of a view that may be news, as a text. @param {View} view */
export function audible({ number, status, viewer, chairs, offers, back, absent, may, result, rematch }) {
  const seats = chairs.map(({ state, person }) => `${state} ${person}`);
  const again = [rematch?.seats, rematch?.surprise, rematch?.table];
  return [number, status, viewer, seats, offers, back?.seats, absent?.seats, may, Boolean(result), again].join("|");
}
