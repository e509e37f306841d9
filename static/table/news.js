// The news in a view for which a reader who looks elsewhere is notified.

const choosing = (view) => view.viewer !== null && view.chairs[view.viewer].state === "choosing";
const others = (view, seats = []) => seats.filter((seat) => seat !== view.viewer);
const added = (now, before) => now.some((seat) => !before.includes(seat));

// The news in a view for its seat: the key of one of the words, or "" for none.
export function news(view, before) {
  if (view.result && !before.result) return "over";
  if (choosing(view) && (!choosing(before) || view.number !== before.number)) return "turn";
  if (view.status === "running" && before.status === "open") return "begun";
  if (view.number > before.number) return "revealed";
  if (view.viewer === null) return "";
  const requests = (one) => [
    ...others(one, one.offers),
    ...others(one, one.back?.seats),
    ...others(one, one.rematch?.seats),
  ];
  return added(requests(view), requests(before)) ? "asked" : "";
}

// The same for a page that was opened by itself, from another game or a wait, and is not looked at.
export function arrival(view) {
  if (view.status !== "running" || view.viewer === null) return "";
  if (choosing(view)) return "turn";
  return view.number === 0 ? "begun" : "";
}

// The parts of a view that may be news, as a text.
export function audible({ number, status, viewer, chairs, offers, back, absent, may, result, rematch }) {
  const seats = chairs.map(({ state, person }) => `${state} ${person}`);
  const again = [rematch?.seats, rematch?.surprise, rematch?.table];
  return [number, status, viewer, seats, offers, back?.seats, absent?.seats, may, Boolean(result), again].join("|");
}
