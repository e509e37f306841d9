// The catalogue of variants: filters while the reader types and chooses. The address follows, and so does the surprise.

import "./base.js";
import { counted, data, element } from "../lib/dom.js";
import { filter, finder } from "../lib/search.js";

const words = data("words");
const form = element("finder");
const cards = [...document.querySelectorAll(".card")];
const surprise = element("surprise");
const KINDS = ["together", "hidden", "luck"];

// As `Query.admits` in server/content/catalogue.py.
function wanted() {
  const { q, board, minutes, new: novelty } = form.elements;
  const fits = finder(q.value);
  const kinds = KINDS.filter((kind) => form.elements[kind].checked);
  const within = (value, most) => !most || (value > 0 && value <= Number(most));
  return ({ dataset }) =>
    fits(dataset.search) &&
    kinds.every((kind) => dataset.kinds.split(" ").includes(kind)) &&
    (!board.value || board.value === dataset.board) &&
    within(Number(dataset.minutes), minutes.value) &&
    within(Number(dataset.new), novelty.value);
}

function search() {
  const shown = filter(cards, wanted());
  element("count").textContent = shown ? counted(words.count, shown) : words.none;
  const parameters = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
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
