// @ts-check
// The board editor: the position, its FEN, its fields and its address are kept in sync; the site checks each change.

import "./copy.js";
import "./base.js";
import { EditorBoard } from "../editor/board.js";
import { EditorPosition } from "../editor/position.js";
import { putAddress } from "../lib/address.js";
import { data, element, query, queryAll, show } from "../lib/dom.js";
import { addPickers } from "../lib/picker.js";

/** @import { CavalierBoard } from "../board/element.js" */
/** @import { Kinds, Laid } from "../editor/position.js" */

/**
 * A position that the page knows from the start on: `board` is the address of the editor, `order` that of the keys.
 * @typedef {{ start: Laid, empty: Laid, hands: Kinds, holes: number[], order: string[], board: string }} Known
 */
/**
 * What the rules say of a position: its fault and the squares of it, or that the game is over there.
 * @typedef {{ error: string, over: string, squares: number[], standard?: string }} Verdict
 */
/** @typedef {Verdict & { state: Laid | null, fen: string, refusal?: undefined }} Checked */
/** @typedef {{ squares?: undefined, refusal?: { code: string, sentence: string } }} Refused */
/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

const PAUSE = 150; // Milliseconds without a change after which the site is asked.
const LATER = 1500; // Milliseconds after which a request that was too fast is repeated.

addPickers();

/** @type {Record<"playable" | "no_answer" | "wrong", string>} */
const words = data("words");
/** @type {Known} */
const { start, empty, hands, holes, order, board: address } = data("known");
const keys = element("keys", HTMLFormElement);
const text = element("fen", HTMLTextAreaElement);
const position = new EditorPosition(data("shown"), hands, order);
/** @type {CavalierBoard} */
const board = query(document, "cavalier-board");
const editor = new EditorBoard(board, element("palette"), position, holes, words, () => changed());

let { parts } = position.state; // By key the choices that the board allows, part by part.
let waiting = 0;
let lastRequest = 0; // The number of the last request: older responses are ignored.

/** @param {HTMLElement} field @returns {Control[]} */
const controlsIn = (field) => queryAll(field, "input, select");

/** @param {Control} each @returns {each is HTMLInputElement & { type: "checkbox" }} */
const isBox = (each) => each.type === "checkbox";

/** The value of a key as its fields say it. @param {HTMLElement} field */
function valueIn(field) {
  return controlsIn(field)
    .map((each) => (isBox(each) ? (each.checked ? each.value : each.dataset.off) : each.value.trim()))
    .join("");
}

/**
 * Fills the fields of a key from its value: of parts each is the longest text that the rest begins with.
 * @param {HTMLElement} field
 * @param {string} value
 */
function fillIn(field, value) {
  let rest = value;
  for (const each of controlsIn(field)) {
    if (isBox(each)) {
      each.checked = rest.startsWith(each.value);
      rest = rest.slice(1);
    } else if (each instanceof HTMLSelectElement) {
      const texts = [...each.options].map((option) => option.value).sort((one, other) => other.length - one.length);
      const found = texts.find((one) => rest.startsWith(one)) ?? each.options[0].value;
      each.value = found;
      rest = rest.slice(found.length);
    } else {
      each.value = value;
    }
  }
}

/** Lists offer only what the board allows. */
function limit() {
  for (const field of queryAll(keys, "[data-key]")) {
    const allowed = parts[field.dataset.key ?? ""] ?? [];
    field.querySelectorAll("select").forEach((each, index) => {
      for (const option of each.options) option.hidden = index in allowed && !allowed[index].includes(option.value);
    });
  }
}

function fillFields() {
  const { turn, plies, named, picture } = position.state;
  for (const each of queryAll(keys, "[name=turn]", HTMLInputElement)) each.checked = each.value === turn;
  element("plies", HTMLInputElement).value = String(plies);
  for (const field of queryAll(keys, "[data-key]")) {
    const { key = "" } = field.dataset;
    if (key in named) fillIn(field, named[key]);
  }
  limit();
  element("rows", HTMLInputElement).value = position.fen.split(" ")[0];
  element("undo", HTMLButtonElement).disabled = !position.mayUndo;
  board.dataset.hands = String(picture.hands.length);
}

/** @param {string} base @param {string} fen */
const withFen = (base, fen) => `${base}${base.includes("?") ? "&" : "?"}fen=${encodeURIComponent(fen)}`;

/** @param {string} fen */
function showAddress(fen) {
  const shown = new URL(location.href);
  shown.search = new URL(withFen(address, fen), location.href).search;
  for (const link of queryAll(document, "a.lang", HTMLAnchorElement)) link.search = shown.search;
  const picture = element("picture", HTMLInputElement);
  picture.value = withFen(picture.dataset.address ?? "", fen);
  const embedded = element("embed-line", HTMLInputElement);
  const { address: frame = "", line = "" } = embedded.dataset;
  const escaped = (/** @type {string} */ one) =>
    one.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("'", "&#x27;");
  embedded.value = line.replace(escaped(frame), escaped(withFen(frame, fen)));
  putAddress(shown);
}

/**
 * Links to other pages work only for a checked, valid position; if the game is over there, only analysis.
 * @param {string} fen
 * @param {Partial<Verdict>} verdict
 */
function lead(fen, { error, over }) {
  for (const way of queryAll(element("ways"), ":scope > *", HTMLAnchorElement)) {
    const open = fen !== "" && !error && (!over || way.id === "analyse");
    way.toggleAttribute("href", open);
    if (open) way.href = withFen(way.dataset.address ?? "", fen);
    way.setAttribute("aria-disabled", String(!open));
  }
}

/** @param {Verdict} verdict @param {string} fen */
function showVerdict({ error, over, squares, standard = "" }, fen) {
  element("standard-fen", HTMLInputElement).value = standard;
  show(element("standard"), standard !== "");
  const said = error || over;
  element("verdict").textContent = said || words.playable;
  element("verdict").classList.toggle("err", Boolean(said));
  if (error) text.setAttribute("aria-invalid", "true");
  else text.removeAttribute("aria-invalid");
  editor.blame(squares);
  lead(fen, { error, over });
}

/** `typed`: the FEN was typed, not made on the board. @param {string} fen @param {boolean} typed */
async function check(fen, typed) {
  const number = lastRequest;
  /** @type {Checked | Refused | null} */
  let answer = null;
  try {
    const body = new URLSearchParams({ fen, ...(typed ? {} : { edited: "yes" }) });
    answer = await (await fetch(address, { method: "POST", body })).json();
  } catch {
    // Said below.
  }
  if (number !== lastRequest) return;
  if (answer?.refusal?.code === "too_fast") {
    waiting = setTimeout(() => check(fen, typed), LATER);
    return;
  }
  if (!answer?.squares) {
    showVerdict({ error: answer?.refusal?.sentence ?? words.no_answer, over: "", squares: [] }, "");
    return;
  }
  parts = answer.state?.parts ?? parts;
  if (typed && answer.state) {
    position.become(answer.state);
    fillFields();
  } else if (!typed && answer.state && answer.fen !== fen) {
    position.amend(answer.state.named);
    text.value = position.fen;
    showAddress(position.fen);
    fillFields();
    showVerdict(answer, position.fen);
    return;
  } else if (answer.state && !answer.error) {
    // The check of a king, and the place of each piece in hand, as the rules have them.
    position.settle({ ...position.state, picture: { ...position.state.picture, marks: answer.state.picture.marks } });
  }
  limit();
  showVerdict(answer, typed && answer.state && !answer.error ? position.fen : fen);
}

/** @param {string} fen @param {boolean} typed */
function checkSoon(fen, typed) {
  lastRequest += 1;
  clearTimeout(waiting);
  lead("", {});
  showAddress(fen);
  waiting = setTimeout(() => check(fen, typed), PAUSE);
}

/** After each change on the board or in the fields. */
function changed() {
  text.value = position.fen;
  editor.blame([]);
  fillFields();
  checkSoon(position.fen, false);
}

text.addEventListener("input", () => checkSoon(text.value.trim(), true));
keys.addEventListener("submit", (event) => event.preventDefault());
keys.addEventListener("change", (event) => {
  const field = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-key]"));
  if (field) position.say({ named: { ...position.state.named, [field.dataset.key ?? ""]: valueIn(field) || "-" } });
  else {
    const fields = new FormData(keys);
    position.say({
      turn: String(fields.get("turn") ?? position.state.turn),
      plies: Number(fields.get("plies")) || 0,
    });
  }
  changed();
});

const actions = {
  undo: () => position.undo(),
  "start-position": () => position.become(start),
  clear: () => position.become(empty),
};
for (const [id, act] of Object.entries(actions)) {
  element(id).addEventListener("click", () => {
    act();
    changed();
  });
}
element("flip").addEventListener("click", () => editor.flip());
document.addEventListener("keydown", (event) => {
  const writes = /** @type {Element} */ (event.target).matches("textarea, input:not([type=radio], [type=checkbox])");
  if (writes || event.key !== "z" || !(event.ctrlKey || event.metaKey) || !position.mayUndo) return;
  event.preventDefault();
  actions.undo();
  changed();
});

fillFields();
showVerdict(data("checked"), position.fen);
showAddress(text.value);
show(element("palette"), true);
query(document, "main").classList.add("ready");
