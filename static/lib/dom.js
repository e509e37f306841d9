// Small helpers for elements of a page.

export const element = (id) => document.getElementById(id);

// The JSON that the server left in the page under this id.
export const data = (id) => JSON.parse(element(id).textContent);

// By the attribute, because drawings have no `hidden` property.
export const show = (node, yes) => node.toggleAttribute("hidden", !yes);

const GUARDED = 800; // Milliseconds for which a press on a new element does nothing.

// Guards a part against presses for a moment: a finger may have aimed at the element before it.
export function guard(node) {
  node.inert = true;
  setTimeout(() => { node.inert = false; }, GUARDED);
}

// Shows or hides a part whose buttons (those of `row`) are guarded when they appear.
export function unfold(node, yes, row = node) {
  const stood = row.getClientRects().length > 0;
  show(node, yes);
  if (yes && !stood) guard(row);
}

// A text of the page with its {fields} filled.
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

const plurals = new Intl.PluralRules(document.documentElement.lang);

// A text of the page with a {count}, in the plural form that the language of the page asks for.
export const counted = (forms, count) => fill(forms[plurals.select(count)] ?? forms.other, { count });

// The same as nodes: `emphasis(name, value)` answers with the node for a field.
export const rich = (text, values, emphasis = (_, value) => make("b", { text: value })) => (
  text.split(/(\{\w+\})/).filter(Boolean).map((part) => {
    const name = part.match(/^\{(\w+)\}$/)?.[1];
    return name in values ? emphasis(name, values[name]) : part;
  }));

export function make(name, { text, ...properties } = {}, ...children) {
  const node = document.createElement(name);
  Object.assign(node, properties);
  if (text !== undefined) node.textContent = text;
  node.append(...children);
  return node;
}

// Seconds as a clock shows them: `9:05`, and from an hour on `1:00:05`.
export function timeOf(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(Math.floor(seconds % 60));
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

// The id of an action, kept when it is sent again. On an insecure connection browsers have no `randomUUID`.
export const newId = () => (
  crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random().toString(36).slice(2)}`);

// Keeps a button as wide as it is.
export function hold(button) {
  button.style.minWidth = `${button.getBoundingClientRect().width}px`;
}

let answer = () => {};

// Asks once, in the dialog of the page; the promise holds true for yes.
export function confirmed(title, text, yes, no) {
  answer(false); // The browser reports that a dialog was closed with a delay, when the next one may be open.
  const dialog = element("ask");
  element("ask-title").textContent = title;
  element("ask-text").textContent = text;
  show(element("ask-text"), Boolean(text));
  element("ask-yes").textContent = yes;
  element("ask-no").textContent = no;
  dialog.returnValue = "no";
  dialog.onclose = () => {
    if (!dialog.open) answer(dialog.returnValue === "yes");
  };
  dialog.showModal();
  return new Promise((resolve) => { answer = resolve; });
}

let stones = [];

// The sign of a seat: a stone of the pieces that it commands in the position that the page shows.
export function stone(seat) {
  const sign = make("i", { className: `stone stone-${stones[seat] ?? ""}` });
  sign.dataset.stone = seat;
  sign.setAttribute("aria-hidden", "true");
  return sign;
}

// Gives every seat its stone, wherever the page shows one.
export function drawStones(codes) {
  stones = codes;
  for (const sign of document.querySelectorAll("[data-stone]")) sign.className = `stone stone-${codes[sign.dataset.stone]}`;
}

let toasting = null;

// A short word at the foot of the page, for six seconds.
export function toast(text) {
  clearTimeout(toasting);
  element("toast").firstElementChild.textContent = text;
  show(element("toast"), true);
  toasting = setTimeout(() => show(element("toast"), false), 6000);
}

// Buttons that copy a text which they hold; `done()` is called when it is copied.
export function letCopy(done) {
  for (const copy of document.querySelectorAll("[data-copy]")) {
    show(copy, Boolean(navigator.clipboard));
    copy.addEventListener("click", () => navigator.clipboard.writeText(copy.dataset.copy).then(done));
  }
}
