// @ts-check
// The plates beside the board: the player of each seat, their state, their tallies.

/** @import { ChairView, SeatView, TallyView, TurnView, View } from "./view-types.js" */
import { withSounds } from "../lib/audio.js";
import { counted, drawStones, element, fill, make, query, queryAll, show } from "../lib/dom.js";

/** @typedef {{ chairs: SeatView[], viewer: number | null }} Seated who sits at a table, and who looks */
/** @typedef {Record<"states" | "seals_broken" | "onlookers", Record<string, string>>} Forms words by state or plural form */
/** @typedef {Record<string, string> & Forms} PlateWords */

/**
 * The seats of players. A chance player is no person.
 * @template {SeatView} Chair
 * @param {{ chairs: Chair[] }} view
 */
export const players = (view) => view.chairs.filter(({ state }) => state !== "nature");

/** Whether one person holds all seats: two players on one device. @param {{ chairs: SeatView[] }} view */
export const shared = (view) => players(view).every(({ person }, _at, chairs) => person && person === chairs[0].person);

/**
 * Whether another of three or more is called the same, as the computer is wherever it sits.
 * @param {SeatView} chair
 * @param {Seated} view
 */
const namesake = (chair, view) =>
  players(view).length > 2 &&
  view.chairs.some(({ seat, name }) => ![chair.seat, view.viewer].includes(seat) && name === chair.name);

/**
 * @param {SeatView} chair
 * @param {Seated} view
 * @param {Record<string, string>} words
 */
export function nameOf(chair, view, words) {
  if (shared(view)) return chair.title;
  if (chair.seat === view.viewer) return words.you;
  if (chair.person) return namesake(chair, view) ? `${chair.name} · ${chair.title}` : chair.name;
  return ["free", "later"].includes(chair.state) ? words.free_seat : words.nobody;
}

/**
 * Whether several seats choose at the same time: then moves are sealed, else they are played.
 * @param {{ chairs: SeatView[] }} view
 */
export const together = (view) =>
  view.chairs.filter(({ state }) => state === "choosing" || state === "sealed").length > 1;

export const SHORT = 8; // Characters of an abbreviated digest.

const PROVISIONAL = 110; // A rating with a deviation above this has a question mark.

/** @type {Record<number, string>} */
const shares = { 0: "0", 0.5: "½", 1: "1" };

/**
 * Pips are drawn where every seat is counted the same way, as penalties are.
 * @param {TallyView} tally
 * @param {TallyView[]} tallies
 * @param {SeatView[]} chairs
 */
function tally({ code, value, limit, text }, tallies, chairs) {
  const node = make("span");
  if (limit && limit <= 6 && tallies.filter((other) => other.code === code).length === chairs.length) {
    const pips = make("span", { className: "pips" });
    pips.setAttribute("aria-hidden", "true");
    for (let n = 0; n < limit; n += 1) pips.append(make("i", { className: n < value ? "pip x" : "pip" }));
    node.append(pips);
  }
  node.append(make("span", { className: "tally", text }));
  return node;
}

/**
 * Whether the computer sits at the table, and if a state is named, whether it is in that state.
 * @param {{ chairs: SeatView[] }} view
 * @param {SeatView["state"] | null} state
 */
export const computer = (view, state = null) =>
  view.chairs.some((chair) => chair.computer && (state === null || chair.state === state));

/** @param {ChairView} chair @param {View} view @param {PlateWords} words */
function stateOf(chair, view, words) {
  if (view.result) return "";
  if (chair.computer && chair.state === "choosing") return words.thinks;
  if (chair.seat === view.viewer && chair.state === "choosing") return words.your_turn;
  return (chair.state === "sealed" && chair.broken ? words.sealed_again : words.states[chair.state]) ?? "";
}

/** Whether a player is shown as gone; the reader never is. @param {ChairView} chair @param {View} view */
const goneFrom = (chair, view) => chair.away && chair.seat !== view.viewer && !shared(view);

/**
 * How often a seat has broken its seal in this turn; "" for never.
 * @param {ChairView} chair
 * @param {Pick<PlateWords, "seals_broken">} words
 */
export function brokenOf({ broken }, words) {
  return broken ? counted(words.seals_broken, broken) : "";
}

/**
 * The plates of the seats that acted in a turn show their seals whole, though the last one was opened at once.
 * @param {Pick<TurnView, "texts">} turn
 * @param {PlateWords} words
 */
export function stampSeals({ texts }, words) {
  for (const plate of queryAll(document, ".plate")) {
    if (!((plate.dataset.seat ?? "") in texts)) continue;
    query(plate, "[data-part=slot]").classList.add("full");
    const state = query(plate, "[data-part=state]");
    state.textContent = words.states.sealed;
    state.classList.add("red");
  }
}

/** The seals of a turn that is being revealed break in two and fade. */
export function breakSeals() {
  withSounds((part) => part.play("break"));
  for (const slot of document.querySelectorAll(".plate .slot.full")) {
    slot.classList.remove("full");
    slot.classList.add("opened");
    slot.addEventListener("animationend", () => slot.classList.remove("opened"), { once: true });
  }
}

/** If a chance player begins alone, the first view does not show that moves are sealed here. */
function unfoldSeals() {
  for (const plate of document.querySelectorAll(".plate")) plate.classList.remove("noslot");
  const head = query(element("moves"), "[data-sealing]");
  head.textContent = head.dataset.sealing ?? "";
}

/**
 * `stones`: those of the position that is shown, where it is not the view's own.
 * @param {View} view
 * @param {PlateWords} words
 * @param {string[]} stones
 */
export function drawPlates(view, words, stones = view.chairs.map((chair) => chair.stone)) {
  if (together(view)) unfoldSeals();
  const talliesOf = (/** @type {(tally: TallyView) => boolean} */ wanted) =>
    view.tallies.filter(wanted).map((one) => tally(one, view.tallies, view.chairs));
  for (const plate of queryAll(document, ".plate")) {
    const chair = view.chairs[Number(plate.dataset.seat)];
    const part = (/** @type {string} */ name) => query(plate, `[data-part=${name}]`);
    const sealed = chair.state === "sealed";
    part("name").textContent = nameOf(chair, view, words);
    if (chair.rating && !view.result)
      part("rating").textContent = `${chair.rating.rating}${chair.rating.deviation > PROVISIONAL ? "?" : ""}`;
    part("state").textContent = stateOf(chair, view, words);
    part("state").classList.toggle("red", sealed);
    part("slot").classList.toggle("full", sealed);
    part("away").textContent = goneFrom(chair, view) ? words.away : "";
    part("slot").title = chair.seal ? fill(words.digest, { digest: chair.seal.slice(0, SHORT) }) : "";
    part("broken").textContent = sealed ? "" : brokenOf(chair, words);
    part("tallies").replaceChildren(...talliesOf((one) => one.seat === chair.seat));
    const share = view.result?.counts ? view.result.points[chair.seat] : null;
    part("points").textContent = share === null ? "" : (shares[share] ?? share.toFixed(2));
  }
  element("tallies").replaceChildren(...talliesOf((one) => one.seat === null));
  drawStones(stones);
}

/**
 * The plate of this seat is below the board, the others above, the last of them first; on a flipped board the other
 * way round.
 * @param {number | string | null | undefined} seat
 */
export function seatPlates(seat) {
  const board = query(document, "cavalier-board");
  const plates = queryAll(document, ".plate").sort(
    (one, other) => Number(one.dataset.seat) - Number(other.dataset.seat),
  );
  const [near] = plates.splice(
    Math.max(
      0,
      plates.findIndex(({ dataset }) => dataset.seat === String(seat)),
    ),
    1,
  );
  const column = [...plates.reverse(), board, near];
  if ("flipped" in board.dataset) column.reverse();
  const at = column.indexOf(board);
  board.before(...column.slice(0, at));
  board.after(...column.slice(at + 1));
}

/** The number of onlookers; empty for 0. @param {number} count @param {Pick<PlateWords, "onlookers">} words */
export function drawOnlookers(count, words) {
  show(element("onlookers"), count > 0);
  element("onlookers").textContent = counted(words.onlookers, count);
}

/**
 * The title of the tab, with the players.
 * @param {{ chairs: SeatView[] }} view
 * @param {Record<string, string>} words
 */
export function titleOf(view, words) {
  const names = players(view)
    .filter(({ person }) => person)
    .map(({ name }) => name)
    .join(" – ");
  const game = query(document, "h1").textContent ?? "";
  return `${names ? fill(words.title_of, { game, players: names }) : game} – Cavalier`;
}
