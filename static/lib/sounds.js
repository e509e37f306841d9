// @ts-check
// The sounds of the board, all in `sounds.wav`: which belongs to a new view, and how it is played.

/** @import { PictureView, View } from "../game/view-types.js" */
import { query } from "./dom.js";

/**
 * Where each begins and how long it lasts, in seconds.
 * @satisfies {Record<string, [number, number]>}
 */
const SPANS = {
  move: [0, 0.1],
  capture: [0.1, 0.16],
  seal: [0.26, 0.2],
  break: [0.46, 0.22],
  clash: [0.68, 0.3],
  low: [0.98, 0.26],
  end: [1.24, 0.5],
};

/** @typedef {keyof typeof SPANS} SoundName */

/** @param {PictureView} picture @param {(symbol: string) => unknown} counted */
const count = ({ board }, counted) => board.filter(counted).length;

/**
 * Whether pieces were captured, also into a hand. If some squares are unseen, only the reader's own: others may be out of sight.
 * @param {View} view
 * @param {View} before
 */
function taken(view, before) {
  const seat = view.viewer ?? before.viewer;
  const dim = [view, before].some(({ picture }) => Object.values(picture.marks ?? {}).includes("unseen"));
  const counted = (/** @type {string} */ symbol) => symbol && (!dim || view.owners?.[symbol] === seat);
  return count(view.picture, counted) < count(before.picture, counted);
}

/** @param {View} view */
const sealed = ({ chairs }) => chairs.filter(({ state }) => state === "sealed").length;

/**
 * The name of the sound for a view, "" for none. It depends only on what this reader sees.
 * @param {View} view
 * @param {View} before
 * @returns {SoundName | ""}
 */
export function soundOf(view, before) {
  if (view.result && !before.result) return "end";
  if (view.number > before.number) {
    const fresh = view.turns.filter(({ number }) => number > before.number).flatMap(({ events }) => events);
    if (fresh.some(({ code }) => view.signs?.[code] === "clash")) return "clash";
    return taken(view, before) ? "capture" : "move";
  }
  if (view.number < before.number || view.takebacks !== before.takebacks || view.status !== "running") return "";
  if (sealed(view) > sealed(before)) return "seal";
  return sealed(view) < sealed(before) ? "break" : "";
}

export class Sounds {
  /** `volume()` answers from 0 to 1. @param {() => number} volume */
  constructor(volume) {
    this.volume = volume;
    this.audio = new AudioContext();
    this.audio.resume();
    this.file = this.load();
  }

  /** The sounds; null where they could not be loaded. */
  async load() {
    const { soundFile = "" } = query(document, "[data-sound-file]").dataset;
    const file = await fetch(soundFile).catch(() => null);
    return file?.ok ? this.audio.decodeAudioData(await file.arrayBuffer()) : null;
  }

  /** A new view makes a sound for a reader who looks. @param {View} view @param {View} before */
  follow(view, before) {
    if (!document.hidden) this.play(soundOf(view, before));
  }

  /** The promise holds when it was heard. @param {SoundName | ""} name */
  async play(name) {
    if (!name) return;
    if (!(await this.file)) this.file = this.load();
    const buffer = await this.file;
    if (!buffer) return;
    const { audio } = this;
    if (audio.state !== "running") audio.resume(); // A browser stops it, as for a call on the phone.
    const loudness = new GainNode(audio, { gain: this.volume() });
    const source = new AudioBufferSourceNode(audio, { buffer });
    source.connect(loudness).connect(audio.destination);
    source.start(0, ...SPANS[name]);
    document.dispatchEvent(new CustomEvent("sounded", { detail: { name } }));
    await new Promise((resolve) => source.addEventListener("ended", resolve));
  }
}
