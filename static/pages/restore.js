// @ts-check
// Takes the secret of a link out of the address, before anything else can read it there, and into the form.

import { element } from "../lib/dom.js";

const SECRET = /^#[\w-]{32}$/; // As `well_formed` in server/people/secrets.py; others name a part of the page.

function take() {
  const { hash } = location;
  if (!SECRET.test(hash)) return;
  history.replaceState(null, "", location.pathname + location.search);
  element("key", HTMLInputElement).value = hash.slice(1);
}

addEventListener("hashchange", take);
take();
