// @ts-check
// Takes the secret of a link out of the address, before anything else can read it there, and into the form.

import { element } from "../lib/dom.js";

function take() {
  const secret = location.hash.slice(1);
  if (!secret) return;
  history.replaceState(null, "", location.pathname + location.search);
  element("key", HTMLInputElement).value = secret;
}

addEventListener("hashchange", take);
take();
