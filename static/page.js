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
