// @ts-check
// The parts of a table's page that are loaded when they are first needed.

import { element, query, toast } from "../lib/dom.js";
import { Lazy, loadStyle, loadWords } from "../lib/loader.js";
import { notifyAbout } from "../lib/notify.js";

/** @import { Replay, ReplayedView } from "../game/replay.js" */
/** @import { View } from "../game/view-types.js" */
/** @import { ChatPage } from "./chat.js" */
/** @import { TableClient } from "./client.js" */
/** @import { TableWords } from "./words.js" */

/**
 * @typedef {object} LateHost what these parts need of the page
 * @property {TableWords} words
 * @property {View} first the view with which the page came
 * @property {TableClient} client
 * @property {Replay} replay
 * @property {Map<number, boolean>} verdicts by the number of a turn, whether its envelopes hold
 * @property {(number: number, holds: boolean) => void} onCheck
 * @property {() => View} newest
 * @property {(past: ReplayedView | null) => void} look shows another position, or the present
 * @property {ChatPage} chatPage
 * @property {() => void} onFound an opponent was found
 */

export class LateParts {
  /** @param {LateHost} host */
  constructor({ words, first, client, replay, verdicts, onCheck, newest, look, chatPage, onFound }) {
    /** A part could not be loaded. */
    this.missing = () => toast(words.missing);
    const { missing } = this;
    this.envelopes = new Lazy(
      () => Promise.all([import("./envelopes.js"), loadWords(element("envelopes").dataset.words ?? "")]),
      ([{ Envelopes }, parts]) => new Envelopes({ ...words, ...parts.words }, first, parts, verdicts, onCheck),
      missing,
    );
    this.ratings = new Lazy(
      () => import("./ratings.js"),
      (module) => module,
      missing,
    );
    this.changes = new Lazy(
      () => import("./changes.js"),
      (module) => module,
      missing,
    );
    this.review = new Lazy(
      () => {
        const about = element("review").dataset;
        return Promise.all([import("../review/review.js"), loadWords(about.parts ?? ""), loadStyle(about.style ?? "")]);
      },
      ([{ Review }, { words: more, html }]) => {
        element("review").innerHTML = html;
        return new Review(words, more, replay, look);
      },
      () => {
        // The parts below wait for it.
        element("review").removeAttribute("data-unknown");
        missing();
      },
    );
    this.notify = notifyAbout(query(document, "h1").textContent, first.table);
    const about = element("chat").dataset;
    /** Whether there is nobody to chat with. */
    this.quiet = "quiet" in about;
    this.chat = new Lazy(
      () => Promise.all([import("./chat.js"), loadWords(about.words ?? "")]),
      ([{ Chat }, texts]) => {
        const part = new Chat(first, texts, chatPage);
        part.see(newest());
        return part;
      },
      missing,
      this.quiet ? null : element("chat", HTMLDetailsElement),
    );
    this.seek = new Lazy(
      () => import("./seek.js"),
      ({ TableSeek }) => new TableSeek(words, client.socket, first.table, onFound),
      missing,
    );
  }
}
