// The tools of a board, once they are needed.

import { element, make } from "../lib/dom.js";
import { Annotations } from "./annotations.js";

export class Tools {
  // `words` has those of `_words_tools.json`.
  constructor(board, words, flipped) {
    Object.assign(this, { board, words, flipped });
    this.annotations = new Annotations(board, words);
  }

  key(name, event) {
    if (name === "f") this.flip();
    else if (name === "?") this.list();
    else this.annotations.key(name, event);
  }

  flip() {
    const turned = this.board.toggleAttribute("data-flipped");
    element("flip").setAttribute("aria-pressed", turned);
    this.flipped();
  }

  // The keys that work on this page: each is listed with the part of the page that it needs.
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
