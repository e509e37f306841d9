// @ts-check
// The texts of the panel beside the board: a headline and an explanation, as texts and nodes.

import { latest } from "../board/marks.js";
import { computer, nameOf, together } from "../game/plates.js";
import { written } from "../game/turns.js";
import { fill, make, rich } from "../lib/dom.js";

/** @import { MoveView, View } from "../game/view-types.js" */
/** @import { TableWords } from "./words.js" */

/** @typedef {[string, (Node | string)[]]} PanelText a headline, and an explanation as texts and nodes */

/**
 * @typedef {object} Present what the panel shows of the present
 * @property {View} view
 * @property {TableWords} words
 * @property {MoveView | null} chosen
 * @property {MoveView | null} sending the move that is on its way
 * @property {boolean} linked whether there is a connection for it
 * @property {unknown[]} choices moves with one way
 * @property {PieceAt | null} question where one piece may become one of several
 * @property {PieceAt | null} goesOn where the move of one is incomplete
 * @property {string} lastTurn
 * @property {boolean} verdict whether the result of the last reveal is shown
 */
/** @typedef {{ piece: string, square: string }} PieceAt */

/** The notes of the last turn, else all its sentences. @param {View} view */
export function lastSentences(view) {
  const turns = latest(view);
  const notes = turns.flatMap((turn) => turn.notes);
  return (notes.length ? notes : turns.flatMap((turn) => turn.sentences)).join(" ");
}

/** The result of a reveal. @param {View} view @param {TableWords} words @returns {PanelText} */
export function verdictOf(view, words) {
  const turn = view.turns[view.turns.length - 1];
  const moves = view.chairs
    .filter(({ seat }) => seat in turn.texts)
    .map(({ seat, title }) => fill(words.side_move, { name: title, move: turn.texts[seat] }));
  const { title, verdict, rest } = turn.headline ?? {
    title: words.all_played,
    verdict: "",
    rest: turn.notes.join(" "),
  };
  const explain = rest || moves.join(" · ");
  if (view.result) {
    const text = [turn.headline?.title, verdict, rest].filter(Boolean).join(" ");
    return [view.result.title, [make("b", { className: "verdict", text: view.result.sentence }), text]];
  }
  return [title, [...(verdict ? [make("b", { className: "verdict", text: verdict })] : []), explain]];
}

/** The needs of a risky move, and its price otherwise. @param {MoveView} move @param {TableWords} words */
function risk({ risk: why }, words) {
  if (!why) return [words.risky_why];
  const grave = (/** @type {string} */ name) => (name === "price" && why.price === "defeat" ? "lost" : "");
  return rich(words.risk_why, { needs: why.needs_told, price: why.price_told }, (name, text) =>
    make("b", { className: grave(name), text: String(text) }),
  );
}

/** @param {View} view @param {TableWords} words @param {MoveView} chosen @returns {PanelText} */
function chosenWords(view, words, chosen) {
  if (!view.moves.some(({ risky }) => risky)) {
    return [together(view) ? words.choose : words.your_move, rich(words.chosen_why, { move: chosen.label })];
  }
  const headline = fill(chosen.risky ? words.bet : words.safe, { move: chosen.label });
  return [headline, chosen.risky ? risk(chosen, words) : [words.safe_why]];
}

/** Its envelope lies on the table before ours does. @param {View} view @param {TableWords} words */
const computerText = (view, words) => (computer(view, "choosing") ? words.computer_first : words.computer_sealed);

/** @param {View} view @param {TableWords} words */
export const willBeSent = (view, words) => (together(view) ? words.will_be_sealed : words.will_be_played);

/** @param {Present} present @returns {PanelText} */
function choosingWords({ view, words, chosen, sending, linked, choices, question, goesOn, lastTurn }) {
  if (choices.length) return [question ? fill(words.which_piece, question) : words.which, [words.which_how]];
  if (goesOn) return [fill(words.goes_on, goesOn), [words.goes_on_how]];
  const several = together(view);
  if (sending && !chosen) {
    const waits = several && computer(view, "choosing");
    const text = linked ? (waits ? words.waits_for_computer : words.on_its_way) : willBeSent(view, words);
    return [several ? words.choose : words.your_move, rich(text, { move: sending.label })];
  }
  if (chosen) return chosenWords(view, words, chosen);
  const onBoard = view.moves.some(({ path }) => path.length);
  const how = onBoard ? words.move_how : words.move_here;
  if (several && computer(view))
    return [words.choose, [`${lastTurn} ${computerText(view, words)} ${lastTurn ? "" : how}`.trim()]];
  if (several) return [words.choose, [lastTurn || (onBoard ? words.choose_how : words.choose_here)]];
  const counted = view.tallies.find(({ seat, to_move: text }) => text && (seat === null || seat === view.viewer));
  return [counted?.to_move ?? words.your_move, [lastTurn || how]];
}

/** The text of the panel for the present. @param {Present} state @returns {PanelText} */
export function presentWords(state) {
  const { view, words, lastTurn } = state;
  const me = view.viewer === null ? null : view.chairs[view.viewer];
  if (state.verdict) return verdictOf(view, words);
  const out = me?.state === "out";
  if (view.result) return [view.result.title, [[out ? words.you_are_out : "", view.result.sentence].join(" ").trim()]];
  if (view.status === "stopped") return [words.stopped, [words.stopped_why]];
  if (view.status === "open") {
    const several = view.chairs.filter(({ state: one }) => one === "free").length > 1;
    if (me) return [words.waiting_for_other, [several ? words.send_link_more : words.send_link]];
    return several ? [words.seats_free, [words.join_one]] : [words.seat_free, [words.join_to_play]];
  }
  if (out) return [words.you_are_out, [`${lastTurn} ${words.out_why}`.trim()]];
  if (view.sealed) return [words.sealed, rich(words.sealed_why, { move: view.sealed.label })];
  if (me?.state === "choosing") return choosingWords(state);
  const choosing = view.chairs.filter(({ state: one }) => one === "choosing");
  const first = choosing.length ? nameOf(choosing[0], view, words) : "";
  if (together(view)) {
    const headline = choosing.length > 1 ? words.all_choose : fill(words.one_chooses, { name: first });
    return [headline, [lastTurn || words.all_choose_why]];
  }
  if (computer(view, "choosing")) return [words.computer_thinks, [lastTurn]];
  return [choosing.length ? fill(words.to_move, { name: first }) : words.all_choose, [lastTurn]];
}

/** @param {Pick<View, "turns">} past @param {TableWords} words @returns {PanelText} */
export function pastWords(past, words) {
  const last = past.turns.at(-1);
  return [last ? written(last) : words.start, [(last?.sentences ?? []).join(" ")]];
}
