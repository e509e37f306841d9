// The address of the analysis board keeps the tree while it is short; fields and links follow what is shown.

import { fragment } from "./keeping.js";
import { element, show } from "./page.js";

export function remember(tree, here, asking, words) {
  const { text, where } = fragment(tree, here);
  const address = new URL(asking.address, location.href);
  address.searchParams.set("fen", asking.fen);
  address.hash = text;
  history.replaceState(null, "", address);
  for (const link of document.querySelectorAll("a.lang")) Object.assign(link, { search: address.search, hash: address.hash });
  show(element("kept"), where !== "address");
  element("kept").textContent = where === "browser" ? words.kept_browser : words.kept_nowhere;
  show(element("copy-link"), where === "address" && Boolean(navigator.clipboard));
}

export function tellPosition({ fen, standard }, asking) {
  const shown = new URL(asking.address, location.href);
  shown.searchParams.set("fen", fen);
  element("fen").value = fen;
  element("standard-fen").textContent = standard;
  show(element("standard"), standard !== "");
  element("fen").removeAttribute("aria-invalid");
  element("fen-error")?.remove();
  for (const link of document.querySelectorAll("a[data-to]")) link.href = `${link.dataset.to}${shown.search}`;
}
