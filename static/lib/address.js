// @ts-check
// The address of the page, replaced without a new entry in the history.

const LATER = 1000; // Milliseconds after which an address that was refused is put again.

let waiting = 0;

/**
 * Puts an address in place of the current one. Browsers refuse more than 100 (Safari) or 200 in ten seconds: they throw, or
 * as Chromium say nothing. What was refused is put later, unless another address follows.
 * @param {URL} address
 */
export function putAddress(address) {
  clearTimeout(waiting);
  try {
    history.replaceState(null, "", address);
  } catch {
    // As said above.
  }
  if (location.href !== address.href) waiting = setTimeout(() => putAddress(address), LATER);
}
