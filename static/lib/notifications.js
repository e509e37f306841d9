// @ts-check
// Notices for a reader who looks elsewhere: in the title of the tab and, if wanted, by a sound and a notification.

import { element, query, show } from "./dom.js";
import { loadWords } from "./loader.js";
import { denied, notifies, possible, switchNotifications } from "./permission.js";
import { setting, switchSounds } from "./settings.js";
import { store, stored } from "./storage.js";

const SOUND = "sound";
const NOTES = [
  [0, 659.26],
  [0.11, 880],
]; // When each begins, in seconds, and its frequency.
const LASTS = 0.16;

export class Notifications {
  /**
   * `about` names the subject of the notices; with a `tag` a newer one replaces an older one.
   * @param {string} about
   * @param {string} tag
   */
  constructor(about, tag) {
    this.root = element("notices", HTMLDetailsElement);
    this.about = about;
    this.tag = tag;
    /** @type {Promise<Record<string, string>> | null} */
    this.loaded = null;
    this.missed = 0;
    /** @type {Notification | null} */
    this.shown = null;
    /** @type {AudioContext | null} */
    this.audio = null;
    // Others write the title too: the count stays before whatever they write.
    this.watcher = new MutationObserver(() => this.entitle());
    this.watcher.observe(query(document, "title"), { childList: true });
    document.addEventListener("visibilitychange", () => this.look());
    this.listen();
  }

  /** The words, which are asked for once, when the first is needed. */
  words() {
    this.loaded ??= loadWords(this.root.dataset.words ?? "");
    return this.loaded;
  }

  listen() {
    const sounds = element("sounds", HTMLInputElement);
    sounds.checked = setting("sounds") !== "0";
    sounds.addEventListener("change", () => switchSounds(sounds.checked));
    const sound = element("sound", HTMLInputElement);
    sound.checked = stored(SOUND) === "yes";
    sound.addEventListener("change", () => {
      store(SOUND, sound.checked ? "yes" : "no");
      if (sound.checked) this.wake().then(() => this.sound());
    });
    // A browser lets a page be heard once its reader has touched it.
    const wake = () => stored(SOUND) === "yes" && this.wake();
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, { once: true });
    this.root.addEventListener("toggle", () => this.draw());
    show(element("notify"), possible);
    element("notify").addEventListener("click", () => this.switch());
    this.draw();
  }

  async switch() {
    await switchNotifications(!notifies());
    this.draw();
  }

  async draw() {
    const on = notifies();
    element("notify").setAttribute("aria-pressed", String(on));
    const permission = on ? "notified" : denied() ? "denied" : "";
    // Not requested while the page is hidden.
    element("notify-told").textContent = permission && this.root.open ? (await this.words())[permission] : "";
  }

  /**
   * Notify: `what` is the key of one of the words. A reader who is looking has seen it. The promise holds
   * until it was heard, for a page that goes on to another one.
   * @param {string | false | undefined} what
   */
  async notify(what) {
    if (!what || !document.hidden) return;
    this.missed += 1;
    this.entitle();
    if (notifies()) await this.showNotification((await this.words())[what]);
    if (stored(SOUND) === "yes") await this.sound();
  }

  /** @param {string} body */
  async showNotification(body) {
    const options = { body, tag: this.tag, lang: document.documentElement.lang };
    try {
      this.shown = new Notification(this.about, options);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return this.notifyByWorker(options); // On Android a page may not.
    }
    this.shown.addEventListener("click", ({ target }) => {
      window.focus();
      /** @type {Notification} */ (target).close();
    });
  }

  /** @param {NotificationOptions} options */
  async notifyByWorker(options) {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (!worker) return; // The title still shows it.
    await worker.showNotification(this.about, { ...options, data: location.href });
    const [shown] = await worker.getNotifications({ tag: this.tag });
    this.shown = shown ?? null;
    if (!document.hidden) this.look();
  }

  /** Back again: nothing is missed any more. */
  look() {
    if (document.hidden) return;
    this.missed = 0;
    this.entitle();
    this.shown?.close();
    this.shown = null;
  }

  entitle() {
    const title = document.title.replace(/^\(\d+\) /, "");
    const wanted = this.missed ? `(${this.missed}) ${title}` : title;
    if (document.title !== wanted) document.title = wanted;
  }

  wake() {
    this.audio ??= new AudioContext();
    return this.audio.resume();
  }

  async sound() {
    const { audio } = this;
    if (audio?.state !== "running") return;
    for (const [begin, frequency] of NOTES) {
      const at = audio.currentTime + begin;
      const tone = new OscillatorNode(audio, { type: "triangle", frequency });
      const loudness = new GainNode(audio, { gain: 0 });
      loudness.gain.setValueAtTime(0, at);
      loudness.gain.linearRampToValueAtTime(0.2, at + 0.012);
      loudness.gain.exponentialRampToValueAtTime(0.001, at + LASTS);
      tone.connect(loudness).connect(audio.destination);
      tone.start(at);
      tone.stop(at + LASTS);
    }
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
}
