// A page in memory, for parts that draw buttons: its elements have children, and can be pressed.

class PageElement {
  dataset = {};
  hidden = false;
  children = [];
  #listeners = [];

  get textContent() {
    return this.children.map((child) => child.textContent ?? child).join("");
  }

  set textContent(text) {
    this.children = [text];
  }

  append(...children) {
    this.children.push(...children);
  }

  replaceChildren(...children) {
    this.children = children;
  }

  toggleAttribute(name, yes) {
    this[name] = yes;
  }

  addEventListener(_type, listener) {
    this.#listeners.push(listener);
  }

  closest() {
    return this;
  }

  /** A press on this element, or on another one inside it. */
  press(target = this) {
    for (const listener of this.#listeners) listener({ target });
  }
}

/** Puts an empty page in place; answers its elements by id. */
export function openPage() {
  const elements = {};
  const getElementById = (id) => {
    elements[id] ??= new PageElement();
    return elements[id];
  };
  globalThis.document = { createElement: () => new PageElement(), getElementById };
  return getElementById;
}
