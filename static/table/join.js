// @ts-check
// How an onlooker enters a running game: a button for each move by which a free seat may be taken.

import { element, make, queryAll } from "../lib/dom.js";

/** @import { View } from "../game/view-types.js" */

/**
 * Whether there is such a move now; a person with a seat has none.
 * @param {View} view
 * @param {boolean} past whether the board shows another position
 */
export function drawJoin(view, past) {
  const place = element("enter");
  const offered = past || "none" in place.dataset ? [] : Object.entries(view.join);
  const moves = offered.flatMap(([seat, rows]) =>
    rows.map((row) => ({ value: `${seat}:${row.id}`, text: row.title ?? row.label })),
  );
  element("enter-ask").textContent = offered.flatMap(([, rows]) => rows.map(({ ask }) => ask ?? "")).join(" ");
  if (
    moves.map(({ value }) => value).join() !==
    queryAll(place, "button", HTMLButtonElement)
      .map(({ value }) => value)
      .join()
  ) {
    place.replaceChildren(
      ...moves.map((move) => {
        const button = make("button", { className: "btn", name: "seat", ...move });
        button.classList.add("primary");
        return button;
      }),
    );
  }
  return moves.length > 0;
}
