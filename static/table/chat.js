// The chat of a table: the list, the phrases, the input field, and muted people.

import { counted, element, make, optional, show, stone, toast } from "../lib/dom.js";
import { store, stored } from "../lib/storage.js";

const MUTED = "muted"; // Public ids, and "*" for everybody.
const MOST_MUTED = 200;

function readMuted() {
  try {
    const found = JSON.parse(stored(MUTED));
    return new Set(Array.isArray(found) ? found.filter((one) => typeof one === "string") : []);
  } catch {
    return new Set(); // The stored value is not ours.
  }
}

export class Chat {
  // `onSend(fields)` sends a message; `reload()` requests all messages anew; `onMessage()` is called when somebody
  // else has just written; `onUnread(text)` with how many messages were not seen yet, in words; "" for none.
  constructor(view, words, { onSend, reload, onMessage, onUnread }) {
    this.root = element("chat");
    Object.assign(this, { words, onSend, reload, onMessage, onUnread });
    this.me = this.root.dataset.me;
    this.quiet = "quiet" in this.root.dataset; // No human opponents, but the computer may say something.
    this.view = view;
    this.over = null;
    this.messages = [];
    this.waiting = 0; // Messages that the server has not answered yet.
    this.read = { players: 0, onlookers: 0 };
    this.key = `cavalier-read-${view.table}`;
    this.recall();
    this.muted = readMuted();
    this.atEnd = true; // Whether the reader sees the last line.
    this.listen();
    this.see(view);
    if (this.root.open) this.toggled();
  }

  listen() {
    this.root.addEventListener("toggle", () => this.toggled());
    optional("say")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.write(element("say-text"));
    });
    for (const button of this.root.querySelectorAll("[data-preset]")) {
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
    said.addEventListener("scroll", () => (this.atEnd = atEnd()));
    new ResizeObserver(() => {
      if (this.atEnd) said.scrollTop = said.scrollHeight;
    }).observe(said.querySelector("ol"));
    element("mutes").addEventListener("change", ({ target }) => this.mute(target.value, target.checked));
  }

  toggled() {
    // New messages are announced only while the chat is open.
    element("said").setAttribute("aria-live", "off");
    this.draw();
    this.atEnd = true;
    element("said").scrollTop = element("said").scrollHeight;
    if (this.root.open) setTimeout(() => element("said").setAttribute("aria-live", "polite"), 500);
  }

  // The messages from the beginning (`fresh` false), or a new one.
  receive(messages, fresh) {
    this.messages = fresh ? [...this.messages, ...messages] : messages;
    this.draw();
    if (fresh && messages.some((one) => this.isUnknown(one))) this.onMessage();
    if (fresh && this.quiet) toast(messages.at(-1).text);
  }

  see(view) {
    this.view = view;
    const over = view.status === "finished" || view.status === "stopped";
    // Then both rooms are open to everybody.
    if (over && this.over === false) this.reload();
    this.over = over;
    const room = view.viewer === null ? this.words.among_onlookers : this.words.among_players;
    element("chat-room").textContent = this.quiet ? "" : over ? this.words.among_all : room;
  }

  // The field is free for the next message while this one is sent; a refused one is put back.
  async write(field) {
    const text = field.value.normalize("NFC").trim();
    if (!text) return;
    field.value = "";
    if (!(await this.send({ preset: null, text }))) field.value = `${text} ${field.value}`.trim();
  }

  // Whether the server took it.
  async send(fields) {
    const button = element("say").querySelector("button");
    this.waiting += 1;
    button.setAttribute("aria-busy", "true");
    const answer = await this.onSend(fields);
    this.waiting -= 1;
    if (!this.waiting) button.removeAttribute("aria-busy");
    element("say-error").textContent = answer.ok ? "" : answer.refusal.sentence;
    return answer.ok;
  }

  mute(person, yes) {
    if (yes) this.muted.add(person);
    else this.muted.delete(person);
    store(MUTED, JSON.stringify([...this.muted].slice(-MOST_MUTED)));
    this.draw();
  }

  isShown({ person }) {
    return person === this.me || !(this.muted.has("*") || this.muted.has(person));
  }

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

  // Existing lines stay, so that only new ones are read out.
  drawList(shown) {
    const list = element("said").querySelector("ol");
    const keys = shown.map(({ room, number }) => `${room} ${number}`);
    const old = [...list.children].map((line) => line.dataset.key);
    const unchanged = old.every((key, index) => key === keys[index]) ? old.length : 0;
    if (!unchanged) list.replaceChildren();
    list.append(...shown.slice(unchanged).map((one, index) => this.line(one, keys[unchanged + index])));
    element("said").tabIndex = shown.length ? 0 : -1;
    if (!unchanged) this.atEnd = true;
  }

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

  time(at) {
    const when = new Date(at * 1000);
    const today = when.toDateString() === new Date().toDateString();
    const form = today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
    const text = new Intl.DateTimeFormat(document.documentElement.lang, form).format(when);
    return make("time", { dateTime: when.toISOString(), text });
  }

  drawMutes() {
    const names = new Map(
      this.messages.filter(({ person }) => person !== this.me).map(({ person, name }) => [person, name]),
    );
    show(element("mutes"), !this.quiet && (names.size > 0 || this.muted.has("*")));
    const list = element("mutes").querySelector("ul");
    for (const [person, name] of names) {
      if (list.querySelector(`[value="${CSS.escape(person)}"]`)) continue;
      const box = make("input", { type: "checkbox", value: person });
      list.append(make("li", {}, make("label", { className: "check" }, box, make("bdi", { text: name }))));
    }
    for (const box of list.querySelectorAll("input")) box.checked = this.muted.has(box.value);
  }

  // Read messages stay read after a reload of this tab.
  recall() {
    try {
      const { players = 0, onlookers = 0 } = JSON.parse(sessionStorage.getItem(this.key)) ?? {};
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
