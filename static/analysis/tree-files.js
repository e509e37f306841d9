// Trees of variations that leave the page: its address is copied, its tree downloaded, a record or PGN read.

import { element, make, show } from "../lib/dom.js";
import { store, stored } from "../lib/storage.js";
import { fragment } from "./address.js";
import { Tree } from "./tree.js";

const NOTICE = "tree-notice"; // Where the page that opens finds what was passed over.
const LIFETIME = 60000; // Milliseconds for which a file can still be taken.

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
    const notice = stored(NOTICE);
    if (!notice) return;
    store(NOTICE, "");
    element("passed").textContent = notice;
    show(element("passed"), true);
  }

  // The games of a file, one of which the reader chooses.
  list(titles, text) {
    element("file-games").replaceChildren(
      ...titles.map((title, index) => {
        const button = make("button", { type: "button", className: "btn", text: title || String(index + 1) });
        button.addEventListener("click", () => this.read(text, { game: index + 1 }));
        return make("li", {}, button);
      }),
    );
    show(element("file-games"), titles.length > 0);
  }

  showMessage(sentence) {
    element("file-error").textContent = sentence;
    show(element("file-error"), sentence !== "");
  }

  refusal(answer) {
    return answer?.refusal?.sentence ?? this.words.no_answer;
  }

  async download(form, name) {
    const { fen } = this.client;
    const {
      root: { comment, marks },
      tags,
    } = this.tree;
    const body = JSON.stringify({ form, fen, nodes: this.tree.rows(), comment, marks, tags });
    const answer = await this.client.send("/file", {}, body);
    if (!answer?.ok) {
      this.showMessage(this.refusal(await answer?.json().catch(() => null)));
      return;
    }
    this.showMessage("");
    const href = URL.createObjectURL(await answer.blob());
    make("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), LIFETIME);
  }

  // Opens the tree that was read in place of this page, to which the browser's Back returns. Of a file of several games the
  // reader chooses one; what was passed over is told first.
  async read(text, game = {}) {
    const { fen } = this.client;
    const answer = await this.client.send("/read", { fen, ...game }, text);
    const content = await answer?.json().catch(() => null);
    this.list(content?.games ?? [], text);
    if (content?.games) {
      this.showMessage(content.notice);
      return;
    }
    if (!content?.nodes) {
      this.showMessage(this.refusal(content));
      return;
    }
    this.showMessage("");
    const tree = new Tree(null);
    Object.assign(tree.root, { comment: content.comment, marks: content.marks });
    tree.tags = content.tags;
    tree.grow(content.nodes, content.nodes);
    store(NOTICE, content.notice);
    const address = new URL(content.address, location.href);
    const written = fragment(tree, tree.root);
    if (written === null) {
      this.showMessage(this.words.file_too_long);
      return;
    }
    address.hash = written;
    const here = new URL(location.href);
    location.assign(address);
    if (here.pathname === address.pathname && here.search === address.search && here.hash === address.hash)
      location.reload();
  }
}
