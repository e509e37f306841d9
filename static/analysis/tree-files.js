// Trees of variations that leave the page: its address is copied, its tree downloaded, a record or PGN read.

import { element, make, show } from "../lib/dom.js";
import { fragment } from "./address.js";
import { Tree } from "./tree.js";

const KEPT = 60000; // Milliseconds for which a file can still be taken.

export class TreeFiles {
  constructor(tree, client, words) {
    Object.assign(this, { tree, client, words });
    for (const button of element("files").querySelectorAll("[data-form]")) {
      button.addEventListener("click", () => this.download(button.dataset.form, button.dataset.file));
    }
    element("file").addEventListener("change", ({ target }) => target.files[0] && this.read(target.files[0]));
    element("copy-link").addEventListener("click", async ({ target }) => {
      await navigator.clipboard.writeText(location.href);
      target.textContent = target.dataset.done;
    });
    element("read").addEventListener("click", () => this.read(element("file-text").value));
  }

  tell(sentence) {
    element("file-error").textContent = sentence;
    show(element("file-error"), sentence !== "");
  }

  refusal(answer) {
    return answer?.refusal?.sentence ?? this.words.no_answer;
  }

  async download(form, name) {
    const { fen } = this.client;
    const body = JSON.stringify({ form, fen, nodes: this.tree.rows(), comment: this.tree.root.comment });
    const answer = await this.client.send("/file", {}, body);
    if (!answer?.ok) {
      this.tell(this.refusal(await answer?.json().catch(() => null)));
      return;
    }
    this.tell("");
    const href = URL.createObjectURL(await answer.blob());
    make("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), KEPT);
  }

  // Opens the tree that was read in place of this page, to which the browser's Back returns.
  async read(text) {
    const { fen } = this.client;
    const answer = await this.client.send("/read", { fen }, text);
    const told = await answer?.json().catch(() => null);
    if (!told?.nodes) {
      this.tell(this.refusal(told));
      return;
    }
    this.tell("");
    const tree = new Tree(null);
    tree.root.comment = told.comment;
    tree.grow(told.nodes, told.nodes);
    const address = new URL(told.address, location.href);
    const written = fragment(tree, tree.root);
    if (written === null) {
      this.tell(this.words.file_too_long);
      return;
    }
    address.hash = written;
    const here = new URL(location.href);
    location.assign(address);
    if (here.pathname === address.pathname && here.search === address.search && here.hash === address.hash) location.reload();
  }
}
