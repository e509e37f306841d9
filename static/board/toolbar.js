// @ts-check
// Tools of a board: turning it, marks, the list of keys. Loaded when pointer or focus reaches the board, or at use.

/** @import { CavalierBoard } from "./element.js" */
import { element } from "../lib/dom.js";
import { Lazy, loadWords } from "../lib/loader.js";

const ANYWHERE = ["f", "?"];
const ON_SQUARES = ["o", "a"];
const NEAR = ["pointerover", "touchstart", "focusin"];

/**
 * `failed()` is called where it could not be loaded, `flipped()` when the board was turned over.
 * @param {CavalierBoard} board
 * @param {() => void} failed
 */
export function addTools(board, failed, flipped = () => {}) {
  const tools = new Lazy(
    () => Promise.all([import("./tools.js"), loadWords(element("flip").dataset.words ?? "")]),
    ([{ Tools }, words]) => new Tools(board, words, flipped),
    failed,
  );
  /** @param {string} key @param {KeyboardEvent} [event] */
  const use = (key, event) => tools.use((part) => part.key(key, event), true);
  for (const near of NEAR) board.addEventListener(near, () => tools.use(() => {}), { once: true, passive: true });
  element("flip").addEventListener("click", () => use("f"));
  element("keys").addEventListener("click", () => use("?"));
  document.addEventListener("keydown", (event) => {
    const { ctrlKey, metaKey, altKey, defaultPrevented } = event;
    const target = /** @type {Element} */ (event.target);
    if (defaultPrevented || ctrlKey || metaKey || target.closest("input, select, textarea, dialog, .board-chooser"))
      return;
    const key = event.key.toLowerCase();
    const square = target.closest(".board-squares [data-square]");
    if (!(ANYWHERE.includes(key) && !altKey) && !(ON_SQUARES.includes(key) && square)) return;
    event.preventDefault();
    use(key, event);
  });
}
