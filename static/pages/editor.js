// The board editor: the position, its FEN, its fields and its address are kept in sync; the site checks each change.

import "./copy.js";
import "./base.js";
import { EditorBoard } from "../editor/board.js";
import { EditorPosition } from "../editor/position.js";
import { data, element, show } from "../lib/dom.js";
import { addPickers } from "../lib/picker.js";

const PAUSE = 150; // Milliseconds without a change after which the site is asked.
const LATER = 1500; // Milliseconds after which a request that was too fast is repeated.

addPickers();

const words = data("words");
const { start, empty, hands, holes, order, board: address } = data("known");
const keys = element("keys");
const text = element("fen");
const position = new EditorPosition(data("shown"), hands, order);
const board = document.querySelector("cavalier-board");
const editor = new EditorBoard(board, element("palette"), position, holes, words, () => changed());

let { parts } = position.state; // By key the choices that the board allows, part by part.
let waiting = null;
let lastRequest = 0; // The number of the last request: older responses are ignored.

// The value of a key as its fields say it.
function valueIn(field) {
  const controls = [...field.querySelectorAll("input, select")];
  return controls
    .map((each) => (each.type === "checkbox" ? (each.checked ? each.value : each.dataset.off) : each.value.trim()))
    .join("");
}

// Fills the fields of a key from its value: of parts each is the longest text that the rest begins with.
function fillIn(field, value) {
  let rest = value;
  for (const each of field.querySelectorAll("input, select")) {
    if (each.type === "checkbox") {
      each.checked = rest.startsWith(each.value);
      rest = rest.slice(1);
    } else if (each.tagName === "SELECT") {
      const texts = [...each.options].map((option) => option.value).sort((one, other) => other.length - one.length);
      const found = texts.find((one) => rest.startsWith(one)) ?? each.options[0].value;
      each.value = found;
      rest = rest.slice(found.length);
    } else {
      each.value = value;
    }
  }
}

// Lists offer only what the board allows.
function limit() {
  for (const field of keys.querySelectorAll("[data-key]")) {
    const allowed = parts[field.dataset.key] ?? [];
    [...field.querySelectorAll("select")].forEach((each, index) => {
      for (const option of each.options) option.hidden = index in allowed && !allowed[index].includes(option.value);
    });
  }
}

function fillFields() {
  const { turn, plies, named, picture } = position.state;
  for (const each of keys.querySelectorAll("[name=turn]")) each.checked = each.value === turn;
  element("plies").value = plies;
  for (const field of keys.querySelectorAll("[data-key]")) {
    if (field.dataset.key in named) fillIn(field, named[field.dataset.key]);
  }
  limit();
  element("rows").value = position.fen.split(" ")[0];
  element("undo").disabled = !position.mayUndo;
  board.dataset.hands = picture.hands.length;
}

const withFen = (base, fen) => `${base}${base.includes("?") ? "&" : "?"}fen=${encodeURIComponent(fen)}`;

function showAddress(fen) {
  const shown = new URL(location.href);
  shown.search = new URL(withFen(address, fen), location.href).search;
  history.replaceState(null, "", shown);
  for (const link of document.querySelectorAll("a.lang")) link.search = shown.search;
  element("picture").value = withFen(element("picture").dataset.address, fen);
  const { address: frame, line } = element("embed-line").dataset;
  const escaped = (one) => one.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("'", "&#x27;");
  element("embed-line").value = line.replace(escaped(frame), escaped(withFen(frame, fen)));
}

// Links to other pages work only for a checked, valid position; if the game is over there, only analysis.
function lead(fen, { error, over }) {
  for (const way of element("ways").children) {
    const open = fen && !error && (!over || way.id === "analyse");
    way.toggleAttribute("href", open);
    if (open) way.href = withFen(way.dataset.address, fen);
    way.setAttribute("aria-disabled", String(!open));
  }
}

function showVerdict({ error, over, squares, standard = "" }, fen) {
  element("standard-fen").value = standard;
  show(element("standard"), standard !== "");
  const said = error || over;
  element("verdict").textContent = said || words.playable;
  element("verdict").classList.toggle("err", Boolean(said));
  if (error) text.setAttribute("aria-invalid", "true");
  else text.removeAttribute("aria-invalid");
  editor.blame(squares);
  lead(fen, { error, over });
}

async function check(fen, typed) {
  const number = lastRequest;
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
  if (!("squares" in (answer ?? {}))) {
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

function checkSoon(fen, typed) {
  lastRequest += 1;
  clearTimeout(waiting);
  lead("", {});
  showAddress(fen);
  waiting = setTimeout(() => check(fen, typed), PAUSE);
}

// After each change on the board or in the fields.
function changed() {
  text.value = position.fen;
  editor.blame([]);
  fillFields();
  checkSoon(position.fen, false);
}

text.addEventListener("input", () => checkSoon(text.value.trim(), true));
keys.addEventListener("submit", (event) => event.preventDefault());
keys.addEventListener("change", (event) => {
  const field = event.target.closest("[data-key]");
  if (field) position.say({ named: { ...position.state.named, [field.dataset.key]: valueIn(field) || "-" } });
  else
    position.say({
      turn: keys.elements.turn?.value ?? position.state.turn,
      plies: Number(element("plies").value) || 0,
    });
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
  const writes = event.target.matches("textarea, input:not([type=radio], [type=checkbox])");
  if (writes || event.key !== "z" || !(event.ctrlKey || event.metaKey) || !position.mayUndo) return;
  event.preventDefault();
  actions.undo();
  changed();
});

fillFields();
showVerdict(data("checked"), position.fen);
showAddress(text.value);
show(element("palette"), true);
document.querySelector("main").classList.add("ready");
