// @ts-check
// A choice of one variant among many: a field that filters a list, in place of a select (`layout/_picker.html`).
//
// The pattern is the combobox with a list of WAI-ARIA: the focus stays in the field, and arrows move in the list. The
// select stays in its form, hidden, and has the value.

import { make, query, queryAll, show } from "./dom.js";
import { filter, finder, fold } from "./search.js";

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

class Picker {
  /** @param {HTMLSelectElement} select */
  constructor(select) {
    this.select = select;
    const { id } = select;
    const label = query(document, `label[for="${id}"]`, HTMLLabelElement);
    this.list = make("div", { className: "options", id: `${id}-list` });
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", label.textContent ?? "");
    this.options = queryAll(select, "optgroup", HTMLOptGroupElement).flatMap((group, number) =>
      this.addGroup(group, number),
    );
    this.field = make("input", { className: "input", id: `${id}-search`, autocomplete: "off", spellcheck: false });
    /** @type {HTMLElement | null} */
    this.active = null;
    this.none = make("p", { className: "help" });
    this.none.setAttribute("role", "status");
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": this.list.id,
      autocapitalize: "off",
    }))
      this.field.setAttribute(name, value);
    label.htmlFor = this.field.id;
    show(this.list, false);
    const box = make("div", { className: "picker" }, this.field, this.list, this.none);
    select.after(box);
    show(select, false);
    this.write();
    select.addEventListener("change", () => this.write());
    addEventListener("pageshow", () => this.write()); // The browser may have restored the value of the select.
    this.field.addEventListener("input", () => this.search());
    this.field.addEventListener("click", () => this.open());
    this.field.addEventListener("keydown", (event) => this.press(event));
    this.field.addEventListener("blur", () => this.close());
    this.list.addEventListener("pointerdown", (event) => event.preventDefault()); // The focus stays in the field.
    this.list.addEventListener("click", ({ target }) => {
      /** @type {HTMLElement | null} */
      const option = /** @type {Element} */ (target).closest("[role=option]");
      if (option) this.pick(option);
    });
  }

  /** @param {HTMLOptGroupElement} optgroup @param {number} number */
  addGroup(optgroup, number) {
    const title = make("div", { className: "label", id: `${this.list.id}-${number}`, text: optgroup.label });
    const options = queryAll(optgroup, "option", HTMLOptionElement).map((native) => {
      const option = make("div", { id: `${this.list.id}-${native.value}`, text: native.text });
      Object.assign(option.dataset, { value: native.value, search: native.dataset.search });
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", String(native.selected));
      return option;
    });
    const group = make("div", {}, title, ...options);
    group.dataset.group = "";
    group.setAttribute("role", "group");
    group.setAttribute("aria-labelledby", title.id);
    this.list.append(group);
    return options;
  }

  get isOpen() {
    return !this.list.hasAttribute("hidden");
  }

  /** The field shows what is chosen. */
  write() {
    this.field.value = this.select.selectedOptions[0]?.text ?? "";
    for (const option of this.options)
      option.setAttribute("aria-selected", String(option.dataset.value === this.select.value));
  }

  open() {
    if (this.isOpen) return;
    this.show("");
    this.field.select();
    this.activate(this.options.find((option) => option.dataset.value === this.select.value));
  }

  /** The first choice is a title that begins so, then one that fits, then another name. */
  search() {
    const text = this.field.value;
    this.show(text);
    const [fits, begin] = [finder(text), fold(text).join(" ")];
    const titled = (/** @type {(title: string) => boolean} */ test) =>
      this.shown.find((option) => test(fold(option.textContent ?? "").join(" ")));
    this.activate(begin ? (titled((title) => title.startsWith(begin)) ?? titled(fits) ?? this.shown[0]) : null);
  }

  /** Shows the options that fit a text. @param {string} text */
  show(text) {
    const fits = finder(text);
    const many = filter(this.options, (option) => fits(option.dataset.search ?? ""));
    this.none.textContent = many ? "" : (this.select.dataset.picker ?? "");
    show(this.list, many > 0);
    this.field.setAttribute("aria-expanded", String(many > 0));
  }

  get shown() {
    return this.options.filter((option) => !option.hasAttribute("hidden"));
  }

  /** @param {HTMLElement | null | undefined} option */
  activate(option) {
    this.active?.classList.remove("active");
    this.active = option ?? null;
    if (!option) {
      this.field.removeAttribute("aria-activedescendant");
      return;
    }
    option.classList.add("active");
    this.field.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  /** @param {HTMLElement} option */
  pick(option) {
    this.select.value = option.dataset.value ?? "";
    this.select.dispatchEvent(new Event("change", { bubbles: true }));
    this.close();
  }

  /** Without a choice the field says again what is chosen. */
  close() {
    show(this.list, false);
    this.field.setAttribute("aria-expanded", "false");
    this.none.textContent = "";
    this.activate(null);
    this.write();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { key } = event;
    if (key in STEPS) {
      event.preventDefault();
      if (this.isOpen) this.step(STEPS[key]);
      else this.open();
    } else if (key === "Enter" && (this.isOpen || this.none.textContent)) {
      event.preventDefault();
      if (this.active) this.pick(this.active);
    } else if (key === "Tab" && this.isOpen && this.active) this.pick(this.active);
    else if (key === "Escape" && (this.isOpen || this.none.textContent)) {
      event.preventDefault();
      this.close();
    }
  }

  /** @param {number} by */
  step(by) {
    const { shown } = this;
    const at = shown.indexOf(/** @type {HTMLDivElement} */ (this.active));
    this.activate(shown[(at + by + (at < 0 && by < 0 ? 1 : 0) + shown.length) % shown.length]);
  }
}

/** Puts a picker in the place of every select that is marked as one. */
export function addPickers() {
  for (const select of queryAll(document, "select[data-picker]", HTMLSelectElement)) new Picker(select);
}
