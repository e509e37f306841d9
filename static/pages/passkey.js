// Makes a passkey, or signs in with one: asks the server for its challenge, the browser for the answer.

import { element, show } from "../lib/dom.js";

const button = element("passkey");
const error = element("passkey-error");

async function post(address, body) {
  const headers = { "Content-Type": "application/json" };
  return (await fetch(address, { method: "POST", headers, body: JSON.stringify(body ?? {}) })).json();
}

// The browser's answer: a new passkey where the options name a user, else a signature with one.
async function answer({ publicKey }) {
  if (publicKey.user) {
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) });
  }
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
}

async function press() {
  error.textContent = "";
  button.disabled = true;
  try {
    const options = await post(button.dataset.offer);
    const done = options.refusal ? options : await post(button.dataset.answer, (await answer(options)).toJSON());
    if (done.next) location.assign(done.next);
    else error.textContent = done.refusal.sentence;
  } catch {
    // Browsers do not say whether a person cancelled or had no passkey.
    error.textContent = error.dataset.failed;
  } finally {
    button.disabled = false;
  }
}

if (button) {
  if (window.PublicKeyCredential?.parseCreationOptionsFromJSON) button.addEventListener("click", press);
  else {
    show(button, false);
    error.textContent = error.dataset.impossible;
  }
}
