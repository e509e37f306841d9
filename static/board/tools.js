// @ts-check
// The tools of a board, once they are needed.

/** @import { MarkWords } from "./annotations.js" */
/** @import { CavalierBoard } from "./element.js" */
import { element, make } from "../lib/dom.js";
import { Annotations } from "./annotations.js";

/** @typedef {{ at: string, keys: string[], does: string }} Shortcut keys of a page that has an element `at` */
/** @typedef {MarkWords & { title: string, close: string, shortcuts: Shortcut[] }} ToolWords those of `_words_tools.json` */

export class Tools {
  /** @param {CavalierBoard} board @param {ToolWords} words @param {() => void} flipped */
  constructor(board, words, flipped) {
    this.board = board;
    this.words = words;
    this.flipped = flipped;
    this.annotations = new Annotations(board, words);
  }

  /** @param {string} name @param {KeyboardEvent} [event] that of a key on a square */
  key(name, event) {
    if (name === "f") this.flip();
    else if (name === "?") this.list();
    else if (event) this.annotations.key(name, event);
  }

  flip() {
    const turned = this.board.toggleAttribute("data-flipped");
    element("flip").setAttribute("aria-pressed", String(turned));
    this.flipped();
  }

  /** The keys that work on this page: each is listed with the part of the page that it needs. */
  list() {
    if (document.querySelector("dialog[open]")) return;
    const rows = this.words.shortcuts
      .filter(({ at }) => document.querySelector(at))
      .flatMap(({ keys, does }) => [
        make("dt", {}, ...keys.flatMap((each, index) => [...(index ? [" "] : []), make("kbd", { text: each })])),
        make("dd", { text: does }),
      ]);
    const close = make("button", { className: "btn", text: this.words.close, value: "close" });
    const title = make("h2", { text: this.words.title, id: "shortcuts-title" });
    const form = make(
      "form",
      { method: "dialog" },
      title,
      make("dl", { className: "keys" }, ...rows),
      make("p", { className: "row" }, close),
    );
    const dialog = make("dialog", { id: "shortcuts" }, form);
    dialog.setAttribute("aria-labelledby", "shortcuts-title");
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }
}
