// @ts-check
// The catalogue of variants: filters while the reader types and chooses. The address follows, and so does the surprise.

import "./base.js";
import { counted, data, element, queryAll } from "../lib/dom.js";
import { filter, finder } from "../lib/search.js";

/** @type {{ count: Record<string, string>, none: string }} */
const words = data("words");
const form = element("finder", HTMLFormElement);
const cards = queryAll(document, ".card");
const surprise = element("surprise", HTMLAnchorElement);
const KINDS = ["together", "hidden", "luck"];

/** As `Query.admits` in server/content/catalogue.py. */
function wanted() {
  const fields = new FormData(form);
  const value = (/** @type {string} */ name) => String(fields.get(name));
  const [fits, board, minutes, novelty] = [finder(value("q")), value("board"), value("minutes"), value("new")];
  const kinds = KINDS.filter((kind) => fields.has(kind));
  const within = (/** @type {number} */ value, /** @type {string} */ most) =>
    !most || (value > 0 && value <= Number(most));
  return (/** @type {HTMLElement} */ { dataset }) =>
    fits(dataset.search ?? "") &&
    kinds.every((kind) => dataset.kinds?.split(" ").includes(kind)) &&
    (!board || board === dataset.board) &&
    within(Number(dataset.minutes), minutes) &&
    within(Number(dataset.new), novelty);
}

function search() {
  const shown = filter(cards, wanted());
  element("count").textContent = shown ? counted(words.count, shown) : words.none;
  const fields = /** @type {[string, string][]} */ ([...new FormData(form)]);
  const parameters = new URLSearchParams(fields.filter(([, value]) => value));
  const query = parameters.size ? `?${parameters}` : "";
  history.replaceState(null, "", location.pathname + query + location.hash);
  surprise.search = query;
}

form.addEventListener("input", search);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
addEventListener("pageshow", search); // The browser may have restored the fields.
