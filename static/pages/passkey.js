// @ts-check
// Makes a passkey, or signs in with one: asks the server for its challenge, the browser for the answer.

import { element, optional, show } from "../lib/dom.js";

/** @import { Refusal } from "../analysis/client.js" */
/** @typedef {{ refusal?: Refusal, next?: string }} Answer */
/** @typedef {{ publicKey: PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON }} Options */

const button = /** @type {HTMLButtonElement | null} */ (optional("passkey")); // Null for a reader who is signed in.

/** @param {string | undefined} address @param {unknown} [body] */
async function post(address, body) {
  const headers = { "Content-Type": "application/json" };
  return (await fetch(address ?? "", { method: "POST", headers, body: JSON.stringify(body ?? {}) })).json();
}

/** The browser's answer: a new passkey where the options name a user, else a signature with one. @param {Options} options */
async function answer({ publicKey }) {
  if ("user" in publicKey) {
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) });
  }
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
}

/** @param {HTMLButtonElement} button @param {HTMLElement} error */
async function press(button, error) {
  error.textContent = "";
  button.disabled = true;
  try {
    /** @type {Answer & Options} */
    const options = await post(button.dataset.offer);
    /** @type {Answer} */
    const done = options.refusal
      ? options
      : await post(button.dataset.answer, /** @type {PublicKeyCredential} */ (await answer(options)).toJSON());
    if (done.next) location.assign(done.next);
    else error.textContent = /** @type {Refusal} */ (done.refusal).sentence;
  } catch {
    // Browsers do not say whether a person cancelled or had no passkey.
    error.textContent = error.dataset.failed ?? "";
  } finally {
    button.disabled = false;
  }
}

if (button) {
  const error = element("passkey-error");
  if (window.PublicKeyCredential && "parseCreationOptionsFromJSON" in PublicKeyCredential)
    button.addEventListener("click", () => press(button, error));
  else {
    show(button, false);
    error.textContent = error.dataset.impossible ?? "";
  }
}
