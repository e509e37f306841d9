// @ts-check
// The page without a connection: it loads the address anew when the connection is back.

import "./base.js";

const PAUSE = 5000; // Milliseconds between two attempts: a browser may not notice that the site is reachable again.

async function look() {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

addEventListener("online", look);
setInterval(look, PAUSE);
