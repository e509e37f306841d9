// Small helpers for what a page holds.

export const element = (id) => document.getElementById(id);

// The JSON that the server left in the page under this id.
export const data = (id) => JSON.parse(element(id).textContent);

// By the attribute, because drawings have no `hidden` property.
export const show = (node, yes) => node.toggleAttribute("hidden", !yes);

// A text of the page with its {fields} filled.
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

export function make(name, { text, ...properties } = {}, ...children) {
  const node = document.createElement(name);
  Object.assign(node, properties);
  if (text !== undefined) node.textContent = text;
  node.append(...children);
  return node;
}

// Keeps a button as wide as it is.
export function hold(button) {
  button.style.minWidth = `${button.getBoundingClientRect().width}px`;
}

// Asks once, in the dialog of the page; the promise holds true for yes.
export function sure(title, text, yes, no) {
  const dialog = element("ask");
  element("ask-title").textContent = title;
  element("ask-text").textContent = text;
  show(element("ask-text"), Boolean(text));
  element("ask-yes").textContent = yes;
  element("ask-no").textContent = no;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

let toasting = null;

// A short word at the foot of the page, for six seconds.
export function toast(text) {
  clearTimeout(toasting);
  element("toast").firstElementChild.textContent = text;
  show(element("toast"), true);
  toasting = setTimeout(() => show(element("toast"), false), 6000);
}
