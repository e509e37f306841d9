// @ts-check
// Small helpers for elements of a page.

/**
 * The node, if it is of this kind; else an Error names where it was sought.
 * @template {Element} T
 * @param {Element | null} node
 * @param {string} where
 * @param {(new () => T) | undefined} kind
 * @returns {T}
 */
function checked(node, where, kind) {
  if (node === null || (kind && !(node instanceof kind))) throw new Error(`no ${kind?.name ?? "element"} at ${where}`);
  return /** @type {T} */ (node);
}

/**
 * The element of this id. Throws where the page has none, or one of another kind.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export const element = (id, kind) => checked(document.getElementById(id), `#${id}`, kind);

/** The element of this id, if the page has one. @param {string} id */
export const optional = (id) => document.getElementById(id);

/**
 * The first element below `root` that a selector finds. Throws where there is none, or one of another kind.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T}
 */
export const query = (root, selector, kind) => checked(root.querySelector(selector), selector, kind);

/**
 * All elements below `root` that a selector finds, which are of this kind.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} [_kind]
 * @returns {T[]}
 */
export const queryAll = (root, selector, _kind) => [.../** @type {NodeListOf<T>} */ (root.querySelectorAll(selector))];

/** The JSON that the server left in the page under this id. @param {string} id */
export const data = (id) => JSON.parse(element(id, Element).textContent ?? "");

/** By the attribute, because drawings have no `hidden` property. @param {Element} node @param {boolean} yes */
export const show = (node, yes) => node.toggleAttribute("hidden", !yes);

const GUARDED = 800; // Milliseconds for which a press on a new element does nothing.

/** Guards a part against presses for a moment: a finger may have aimed at the element before it. @param {HTMLElement} node */
export function guard(node) {
  node.inert = true;
  setTimeout(() => {
    node.inert = false;
  }, GUARDED);
}

/**
 * Shows or hides a part whose buttons (those of `row`) are guarded when they appear.
 * @param {HTMLElement} node
 * @param {boolean} yes
 */
export function unfold(node, yes, row = node) {
  const stood = row.getClientRects().length > 0;
  show(node, yes);
  if (yes && !stood) guard(row);
}

/** @typedef {Record<string, string | number>} Values the values of {fields} */

/** A text of the page with its {fields} filled. @param {string} text @param {Values} values */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/** @type {Intl.PluralRules | null} those of the language of the page, made when first needed */
let plurals = null;

/**
 * A text of the page with a {count}, in the plural form that the language of the page asks for.
 * @param {Record<string, string>} forms
 * @param {number} count
 */
export function counted(forms, count) {
  plurals ??= new Intl.PluralRules(document.documentElement.lang);
  return fill(forms[plurals.select(count)] ?? forms.other, { count });
}

/**
 * The same as nodes: `emphasis(name, value)` answers with the node for a field.
 * @param {string} text
 * @param {Values} values
 * @param {(name: string, value: string | number) => Node | string} emphasis
 */
export const rich = (text, values, emphasis = (_, value) => make("b", { text: String(value) })) =>
  text
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((part) => {
      const name = part.match(/^\{(\w+)\}$/)?.[1];
      return name !== undefined && name in values ? emphasis(name, values[name]) : part;
    });

/**
 * A new element with these properties, text and children.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<Omit<HTMLElementTagNameMap[Name], "text">> & { text?: string }} [given]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, { text, ...properties } = {}, ...children) {
  const node = document.createElement(name);
  Object.assign(node, properties);
  if (text !== undefined) node.textContent = text;
  node.append(...children);
  return node;
}

/** Seconds as a clock shows them: `9:05`, and from an hour on `1:00:05`. @param {number} seconds */
export function timeOf(seconds) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(Math.floor(seconds % 60));
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** The id of an action, kept when it is sent again. On an insecure connection browsers have no `randomUUID`. */
export const newId = () =>
  "randomUUID" in crypto ? crypto.randomUUID() : `${Date.now()}-${Math.random().toString(36).slice(2)}`;

/** Keeps a button as wide as it is. @param {HTMLElement} button */
export function hold(button) {
  button.style.minWidth = `${button.getBoundingClientRect().width}px`;
}

/** @type {(yes: boolean) => void} */
let answer = () => {};

/**
 * Asks once, in the dialog of the page; the promise holds true for yes.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function confirmed(title, text, yes, no) {
  answer(false); // The browser reports that a dialog was closed with a delay, when the next one may be open.
  const dialog = element("ask", HTMLDialogElement);
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
  return new Promise((resolve) => {
    answer = resolve;
  });
}

/** @type {string[]} */
let stones = [];

/** The sign of a seat: a stone of the pieces that it commands in the position that the page shows. @param {number} seat */
export function stone(seat) {
  const sign = make("i", { className: `stone stone-${stones[seat] ?? ""}` });
  sign.dataset.stone = String(seat);
  sign.setAttribute("aria-hidden", "true");
  return sign;
}

/** Gives every seat its stone, wherever the page shows one. @param {string[]} codes */
export function drawStones(codes) {
  stones = codes;
  for (const sign of queryAll(document, "[data-stone]")) {
    sign.className = `stone stone-${codes[Number(sign.dataset.stone)]}`;
  }
}

let toasting = 0;

/** A short word at the foot of the page, for six seconds; its page announces it. @param {string} text */
export function toast(text) {
  clearTimeout(toasting);
  query(element("toast"), ":scope > *").textContent = text;
  show(element("toast"), true);
  toasting = setTimeout(() => show(element("toast"), false), 6000);
  document.dispatchEvent(new CustomEvent("toasted", { detail: { text } }));
}

/** Buttons that copy a text which they hold; `done()` is called when it is copied. Else the field beside them is selected. @param {() => void} done */
export function letCopy(done) {
  for (const copy of queryAll(document, "[data-copy]")) {
    show(copy, Boolean(navigator.clipboard));
    const select = () => copy.parentElement?.querySelector("input")?.select();
    copy.addEventListener("click", () => navigator.clipboard.writeText(copy.dataset.copy ?? "").then(done, select));
  }
}
