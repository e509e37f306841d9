// @ts-check
// The chat of a table: the list, the phrases, the input field, and muted people.

import { counted, element, make, optional, query, queryAll, show, stone, toast } from "../lib/dom.js";
import { store, stored } from "../lib/storage.js";

const MUTED = "muted"; // Public ids, and "*" for everybody.
const MOST_MUTED = 200;

/** @import { View } from "../game/view-types.js" */

/**
 * @typedef {object} Message
 * @property {string} person
 * @property {string} name
 * @property {number | null} seat null for an onlooker
 * @property {"players" | "onlookers"} room
 * @property {string} text
 * @property {number} number in its room
 * @property {number} at seconds since the epoch
 */
/** @typedef {{ ok: boolean, refusal: { sentence: string } }} ChatAnswer */

/**
 * @typedef {object} ChatPage
 * @property {(fields: Record<string, unknown>) => Promise<ChatAnswer>} onSend sends a message
 * @property {() => void} reload requests all messages anew
 * @property {() => void} onMessage is called when somebody else has just written
 * @property {(text: string) => void} onUnread with how many messages were not seen yet, in words; "" for none
 */
/**
 * @typedef {Record<string, string> & { messages: Record<string, string>, fresh: Record<string, string> }} ChatWords
 */

/** @returns {Set<string>} */
function readMuted() {
  try {
    const found = JSON.parse(stored(MUTED) ?? "");
    return new Set(Array.isArray(found) ? found.filter((one) => typeof one === "string") : []);
  } catch {
    return new Set(); // The stored value is not ours.
  }
}

export class Chat {
  /** @type {boolean | null} */
  over = null;
  /** @type {Message[]} */
  messages = [];
  waiting = 0; // Messages that the server has not answered yet.
  read = { players: 0, onlookers: 0 };
  atEnd = true; // Whether the reader sees the last line.

  /**
   * @param {View} view
   * @param {ChatWords} words
   * @param {ChatPage} page
   */
  constructor(view, words, { onSend, reload, onMessage, onUnread }) {
    this.root = element("chat", HTMLDetailsElement);
    this.words = words;
    this.onSend = onSend;
    this.reload = reload;
    this.onMessage = onMessage;
    this.onUnread = onUnread;
    this.me = this.root.dataset.me;
    this.quiet = "quiet" in this.root.dataset; // No human opponents, but the computer may say something.
    this.view = view;
    this.key = `cavalier-read-${view.table}`;
    this.recall();
    this.muted = readMuted();
    this.listen();
    this.see(view);
    if (this.root.open) this.toggled();
  }

  listen() {
    this.root.addEventListener("toggle", () => this.toggled());
    optional("say")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.write(element("say-text", HTMLInputElement));
    });
    for (const button of queryAll(this.root, "[data-preset]")) {
      button.addEventListener("click", () => {
        if (!this.waiting) this.send({ preset: button.dataset.preset, text: null });
      });
    }
    addEventListener("storage", ({ key }) => {
      if (key !== `cavalier-${MUTED}`) return;
      this.muted = readMuted(); // In another tab.
      this.draw();
    });
    // The last line stays in sight while the list grows, also when a font comes late, unless the reader has scrolled up.
    const said = element("said");
    const atEnd = () => said.scrollHeight - said.scrollTop - said.clientHeight < 24;
    said.addEventListener("scroll", () => {
      this.atEnd = atEnd();
    });
    new ResizeObserver(() => {
      if (this.atEnd) said.scrollTop = said.scrollHeight;
    }).observe(query(said, "ol"));
    element("mutes").addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement) this.mute(target.value, target.checked);
    });
  }

  toggled() {
    // New messages are announced only while the chat is open.
    element("said").setAttribute("aria-live", "off");
    this.draw();
    this.atEnd = true;
    element("said").scrollTop = element("said").scrollHeight;
    if (this.root.open) setTimeout(() => element("said").setAttribute("aria-live", "polite"), 500);
  }

  /** The messages from the beginning (`fresh` false), or a new one. @param {Message[]} messages @param {boolean} fresh */
  receive(messages, fresh) {
    this.messages = fresh ? [...this.messages, ...messages] : messages;
    this.draw();
    if (fresh && messages.some((one) => this.isUnknown(one))) this.onMessage();
    if (fresh && this.quiet) toast(messages[messages.length - 1].text);
  }

  /** @param {View} view */
  see(view) {
    this.view = view;
    const over = view.status === "finished" || view.status === "stopped";
    // Then both rooms are open to everybody.
    if (over && this.over === false) this.reload();
    this.over = over;
    const room = view.viewer === null ? this.words.among_onlookers : this.words.among_players;
    element("chat-room").textContent = this.quiet ? "" : over ? this.words.among_all : room;
  }

  /** The field is free for the next message while this one is sent; a refused one is put back. @param {HTMLInputElement} field */
  async write(field) {
    const text = field.value.normalize("NFC").trim();
    if (!text) return;
    field.value = "";
    if (!(await this.send({ preset: null, text }))) field.value = `${text} ${field.value}`.trim();
  }

  /** Whether the server took it. @param {{ preset: string | null | undefined, text: string | null }} fields */
  async send(fields) {
    const button = query(element("say"), "button");
    this.waiting += 1;
    button.setAttribute("aria-busy", "true");
    const answer = await this.onSend(fields);
    this.waiting -= 1;
    if (!this.waiting) button.removeAttribute("aria-busy");
    element("say-error").textContent = answer.ok ? "" : answer.refusal.sentence;
    return answer.ok;
  }

  /** @param {string} person @param {boolean} yes */
  mute(person, yes) {
    if (yes) this.muted.add(person);
    else this.muted.delete(person);
    store(MUTED, JSON.stringify([...this.muted].slice(-MOST_MUTED)));
    this.draw();
  }

  /** @param {Message} message */
  isShown({ person }) {
    return person === this.me || !(this.muted.has("*") || this.muted.has(person));
  }

  /** @param {Message} message */
  isUnknown(message) {
    return message.person !== this.me && this.isShown(message);
  }

  draw() {
    show(this.root, !this.quiet || this.messages.length > 0);
    const shown = this.messages.filter((one) => this.isShown(one));
    if (this.root.open) for (const { room, number } of shown) this.read[room] = Math.max(this.read[room], number);
    this.remember();
    const fresh = shown.filter((one) => this.isUnknown(one) && one.number > this.read[one.room]).length;
    this.onUnread(fresh ? counted(this.words.messages, fresh) : "");
    show(element("chat-new"), fresh > 0);
    element("chat-new").textContent = counted(this.words.fresh, fresh);
    show(element("chat-none"), shown.length === 0);
    element("chat-none").textContent = this.messages.length ? this.words.all_muted : this.words.nothing;
    this.drawList(shown);
    this.drawMutes();
  }

  /** Existing lines stay, so that only new ones are read out. @param {Message[]} shown */
  drawList(shown) {
    const list = query(element("said"), "ol");
    const keys = shown.map(({ room, number }) => `${room} ${number}`);
    const old = queryAll(list, ":scope > li").map((line) => line.dataset.key);
    const unchanged = old.every((key, index) => key === keys[index]) ? old.length : 0;
    if (!unchanged) list.replaceChildren();
    list.append(...shown.slice(unchanged).map((one, index) => this.line(one, keys[unchanged + index])));
    element("said").tabIndex = shown.length ? 0 : -1;
    if (!unchanged) this.atEnd = true;
  }

  /** @param {Message} message @param {string} key */
  line({ person, name, seat, room, text, at }, key) {
    const by = make("p", { className: "by" });
    if (seat !== null) {
      by.append(stone(seat), make("span", { className: "vh", text: `${this.view.chairs[seat]?.title ?? ""}: ` }));
    }
    by.append(make("bdi", { text: person === this.me ? this.words.you : name }));
    if (this.over && room === "onlookers") by.append(make("span", { className: "mute", text: this.words.onlooker }));
    by.append(this.time(at));
    const line = make("li", {}, by, make("p", {}, make("bdi", { text })));
    line.dataset.key = key;
    return line;
  }

  /** @param {number} at */
  time(at) {
    const when = new Date(at * 1000);
    const today = when.toDateString() === new Date().toDateString();
    /** @type {Intl.DateTimeFormatOptions} */
    const form = today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
    const text = new Intl.DateTimeFormat(document.documentElement.lang, form).format(when);
    return make("time", { dateTime: when.toISOString(), text });
  }

  drawMutes() {
    const names = new Map(
      this.messages.filter(({ person }) => person !== this.me).map(({ person, name }) => [person, name]),
    );
    show(element("mutes"), !this.quiet && (names.size > 0 || this.muted.has("*")));
    const list = query(element("mutes"), "ul");
    for (const [person, name] of names) {
      if (list.querySelector(`[value="${CSS.escape(person)}"]`)) continue;
      const box = make("input", { type: "checkbox", value: person });
      list.append(make("li", {}, make("label", { className: "check" }, box, make("bdi", { text: name }))));
    }
    for (const box of queryAll(list, "input", HTMLInputElement)) box.checked = this.muted.has(box.value);
  }

  /** Read messages stay read after a reload of this tab. */
  recall() {
    try {
      const { players = 0, onlookers = 0 } = JSON.parse(sessionStorage.getItem(this.key) ?? "{}");
      this.read = { players: Number(players) || 0, onlookers: Number(onlookers) || 0 };
    } catch {
      // Storage is forbidden, or the value is not ours: all messages are new.
    }
  }

  remember() {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.read));
    } catch {
      // As above.
    }
  }
}
