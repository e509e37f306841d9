// @ts-check
// The ratings of the players of a game that is over, with what the game changed.

import { query, queryAll } from "../lib/dom.js";

/** @param {URL} address */
export async function showRatings(address) {
  /** @type {{ ratings: Record<string, string> }} */
  const { ratings } = await (await fetch(address)).json();
  for (const plate of queryAll(document, ".plate")) {
    const text = ratings[plate.dataset.seat ?? ""];
    if (text) query(plate, "[data-part=rating]").textContent = text;
  }
}
