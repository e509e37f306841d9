// @ts-check
// A part of the page whose script is loaded when the part is first needed.

import { make } from "./dom.js";

/** A sheet of style that comes with such a part; the promise holds when it is there. @param {string} href */
export const loadStyle = (href) =>
  new Promise((resolve, reject) => {
    const link = make("link", { rel: "stylesheet", href, onload: resolve });
    link.onerror = () => {
      link.remove();
      reject(new Error(href));
    };
    document.head.append(link);
  });

/** The data of the server for such a part. @param {string} address */
export async function loadWords(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(address);
  return answer.json();
}

/** @template Module, Part */
export class Lazy {
  #load;
  #build;
  #failed;
  #details;
  /** @type {Part | null} */
  #part = null;
  /** @type {Promise<void> | null} */
  #loading = null;
  /** @type {{ act: (part: Part) => unknown, press: boolean }[]} */
  #waiting = [];

  /**
   * `load()` promises the module, and `build(loaded)` answers the part; `failed()` is called if it cannot be loaded: the
   * next use tries again. The content of `details`, if given, works when the part is loaded, a status before it too; opening
   * it is a use.
   * @param {() => Promise<Module>} load
   * @param {(loaded: Module) => Part} build
   * @param {() => void} failed
   * @param {HTMLDetailsElement | null} details
   */
  constructor(load, build, failed, details = null) {
    this.#load = load;
    this.#build = build;
    this.#failed = failed;
    this.#details = details;
    this.#freeze(true);
    if (!details) return;
    const opened = () => details.open && this.use(() => {});
    details.addEventListener("toggle", opened);
    setTimeout(opened);
  }

  /** Whether the part has been needed. */
  get needed() {
    return this.#part !== null || this.#waiting.length > 0;
  }

  /**
   * Does this with the part: at once where it is there, else when it has come, in the order in which it was asked for.
   * Answers what `act` answers, or a promise that holds when it is done or the part could not be loaded. What waits is done
   * by the next use then, but not a `press` of the reader, who has been told.
   * @param {(part: Part) => unknown} act
   */
  use(act, press = false) {
    if (this.#part) return act(this.#part);
    this.#waiting.push({ act, press });
    this.#loading ??= this.#arrive();
    return this.#loading;
  }

  async #arrive() {
    let loaded;
    try {
      loaded = await this.#load();
    } catch {
      this.#waiting = this.#waiting.filter(({ press }) => !press);
      this.#failed();
      return;
    } finally {
      this.#loading = null;
    }
    const part = this.#build(loaded);
    this.#part = part;
    this.#freeze(false);
    await Promise.all(this.#waiting.splice(0).map(({ act }) => act(part)));
  }

  /** @param {boolean} yes */
  #freeze(yes) {
    const [, ...content] = /** @type {Iterable<HTMLElement>} */ (this.#details?.children ?? []);
    for (const each of content) each.inert = yes && each.getAttribute("role") !== "status";
  }
}
