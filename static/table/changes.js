// @ts-check
// The announcements of a new view of a table for screen readers.

import { nameOf, together } from "../game/plates.js";
import { fill } from "../lib/dom.js";

/** @import { TurnView, View } from "../game/view-types.js" */
/** @import { TableWords } from "./words.js" */

/** @param {number[]} [now] @param {number[]} [before] */
const added = (now = [], before = []) => now.filter((seat) => !before.includes(seat));

/**
 * The turns that were not there before. A move and the roll after it come one after the other, too quickly to be heard
 * but together.
 * @param {View} view
 * @param {View} before
 */
function newTurns(view, before) {
  if (view.number <= before.number) return [];
  const known = Math.min(before.number, (view.turns.at(-1)?.described_from ?? 1) - 1);
  return view.turns.filter(({ number }) => number > known);
}

/**
 * A turn without visible events, as on a hidden board, is announced too.
 * @param {TurnView} turn
 * @param {View} view
 * @param {TableWords} words
 */
function sentencesOf(turn, view, words) {
  if (turn.sentences.length || turn.chance) return turn.sentences;
  const others = Object.keys(turn.texts)
    .map(Number)
    .filter((seat) => seat !== view.viewer);
  return others.map((seat) => fill(words.has_moved, { name: nameOf(view.chairs[seat], view, words) }));
}

/** @param {View} view @param {View} before @param {TableWords} words */
function arrivals(view, before, words) {
  const came = view.chairs.filter(({ seat, person }) => person && !before.chairs[seat].person && seat !== view.viewer);
  const joined = came.map((chair) => fill(words.has_joined, { name: nameOf(chair, view, words) }));
  return view.status === "running" && before.status === "open" ? [...joined, words.begins] : joined;
}

/** @param {View} view @param {View} before @param {TableWords} words */
function seals(view, before, words) {
  if (view.viewer !== before.viewer) return []; // The device has changed hands.
  return view.chairs.map((chair) => {
    const was = view.number === before.number && before.chairs[chair.seat].state === "sealed";
    const is = chair.state === "sealed";
    if (is === was || (!is && chair.state !== "choosing")) return "";
    if (chair.seat === view.viewer) return is ? words.sealed : words.seal_is_broken;
    return fill(is ? words.has_sealed : words.has_broken, { name: nameOf(chair, view, words) });
  });
}

/**
 * Requests of others, and possible claims: `notice(id)` reads the notice.
 * @param {View} view
 * @param {View} before
 * @param {(id: string) => string} notice
 */
function requests(view, before, notice) {
  if (view.status !== "running" || view.viewer !== before.viewer) return [];
  const others = (/** @type {number[]} */ seats) => seats.filter((seat) => seat !== view.viewer);
  const offers = others(added(view.offers, before.offers));
  const backs = others(added(view.back?.seats, before.back?.seats));
  const gone = others(added(view.absent?.seats, before.absent?.seats));
  const may = view.may.includes("absent") && !before.may.includes("absent");
  return [
    offers.length ? notice("offer") : "",
    backs.length ? notice("back") : "",
    gone.length || may ? notice("absent") : "",
  ];
}

/** @param {View} view @param {View} before @param {TableWords} words */
function myTurn(view, before, words) {
  const choosing = (/** @type {View} */ one) => one.viewer !== null && one.chairs[one.viewer].state === "choosing";
  const same = view.number === before.number && view.viewer === before.viewer;
  if (!choosing(view) || (same && choosing(before))) return "";
  return together(view) ? words.choose : words.your_move;
}

/**
 * `taken` is the sentence on a takeback; `notice(id)` reads a notice of the page, which is drawn already.
 * @param {View} view
 * @param {View} before
 * @param {TableWords} words
 * @param {{ taken: string, notice: (id: string) => string }} more
 */
export function describeChanges(view, before, words, { taken, notice }) {
  const turns = newTurns(view, before).flatMap((turn) => sentencesOf(turn, view, words));
  if (view.result && !before.result) return [...turns, view.result.title, view.result.sentence];
  if (view.result)
    return JSON.stringify(view.rematch) === JSON.stringify(before.rematch) ? [] : [notice("rematch-told")];
  return [
    ...arrivals(view, before, words),
    ...turns,
    view.number < before.number ? taken : "",
    ...seals(view, before, words),
    ...requests(view, before, notice),
    myTurn(view, before, words),
  ];
}
