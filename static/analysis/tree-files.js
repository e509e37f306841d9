// @ts-check
// Trees of variations that leave the page: its address is copied, its tree downloaded, a record or PGN read.

import { element, make, queryAll, show } from "../lib/dom.js";
import { store, stored } from "../lib/storage.js";
import { fragment } from "./address.js";
import { Tree } from "./tree.js";

/** @import { AnalysisClient, Refusal } from "./client.js" */
/** @import { Row } from "./tree.js" */

/**
 * A tree that the site has read, or the titles of the games of a file, or a refusal.
 * @typedef {object} ReadTree
 * @property {Row[]} [nodes]
 * @property {string} comment
 * @property {string} marks
 * @property {Record<string, string>} tags
 * @property {string} address
 * @property {string} notice
 * @property {string[]} [games]
 * @property {Refusal} [refusal]
 */

const NOTICE = "tree-notice"; // Where the page that opens finds what was passed over.
const CONFIRMED = 6000; // Milliseconds for which the label of a button confirms.
const LIFETIME = 60000; // Milliseconds for which a file can still be taken.

export class TreeFiles {
  /**
   * `onCopied(refusal)` is called when the link was copied, with an empty sentence, or when the browser did not.
   * @param {Tree} tree
   * @param {AnalysisClient} client
   * @param {Record<string, string>} words
   * @param {(refusal: string) => void} onCopied
   */
  constructor(tree, client, words, onCopied) {
    this.tree = tree;
    this.client = client;
    this.words = words;
    for (const button of queryAll(element("files"), "[data-form]")) {
      const { form = "", file = "" } = button.dataset;
      button.addEventListener("click", () => this.download(form, file));
    }
    const file = element("file", HTMLInputElement);
    file.addEventListener("change", () => file.files?.[0] && this.read(file.files[0]));
    const copy = element("copy-link");
    const label = copy.textContent;
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(location.href);
      } catch {
        onCopied(words.link_not_copied);
        return;
      }
      onCopied("");
      copy.textContent = copy.dataset.done ?? "";
      setTimeout(() => {
        copy.textContent = label;
      }, CONFIRMED);
    });
    element("read").addEventListener("click", () => this.read(element("file-text", HTMLTextAreaElement).value));
    const notice = stored(NOTICE);
    if (!notice) return;
    store(NOTICE, "");
    element("passed").textContent = notice;
    show(element("passed"), true);
  }

  /** The games of a file, one of which the reader chooses. @param {string[]} titles @param {string | File} text */
  list(titles, text) {
    element("file-games").replaceChildren(
      ...titles.map((title, index) => {
        const button = make("button", { type: "button", className: "btn", text: title || String(index + 1) });
        button.addEventListener("click", () => this.read(text, { game: String(index + 1) }));
        return make("li", {}, button);
      }),
    );
    show(element("file-games"), titles.length > 0);
  }

  /** @param {string} sentence */
  showMessage(sentence) {
    element("file-error").textContent = sentence;
    show(element("file-error"), sentence !== "");
  }

  /** @param {{ refusal?: Refusal } | null} answer */
  refusal(answer) {
    return answer?.refusal?.sentence ?? this.words.no_answer;
  }

  /** @param {string} form @param {string} name */
  async download(form, name) {
    const { fen } = this.client;
    const {
      root: { comment, marks },
      tags,
    } = this.tree;
    const body = JSON.stringify({ form, fen, nodes: this.tree.rows(), comment, marks, tags });
    const answer = await this.client.send("/file", {}, body);
    if (!answer?.ok) {
      this.showMessage(this.refusal((await answer?.json().catch(() => null)) ?? null));
      return;
    }
    this.showMessage("");
    const href = URL.createObjectURL(await answer.blob());
    make("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), LIFETIME);
  }

  /**
   * Opens the tree that was read in place of this page, to which the browser's Back returns. Of a file of several games the
   * reader chooses one; what was passed over is told first.
   * @param {string | File} text
   * @param {Record<string, string>} game
   */
  async read(text, game = {}) {
    const { fen } = this.client;
    const answer = await this.client.send("/read", { fen, ...game }, text);
    /** @type {ReadTree | null} */
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
    tree.grow(content.nodes);
    const address = new URL(content.address, location.href);
    const written = fragment(tree, tree.root);
    if (written === null) {
      this.showMessage(this.words.file_too_long);
      return;
    }
    store(NOTICE, content.notice);
    address.hash = written;
    const here = new URL(location.href);
    location.assign(address);
    if (here.pathname === address.pathname && here.search === address.search && here.hash === address.hash)
      location.reload();
  }
}
