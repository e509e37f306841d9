// @ts-check
// The socket of a page: by WebSocket where the network lets it through, else by requests that wait.

import { io } from "socket.io-client";

const PATIENCE = 5000; // Milliseconds after which an attempt to connect has failed.

/**
 * By `table` a proxy before several processes can send all viewers of a table to the same one.
 * @param {string} [table]
 */
export function connect(table) {
  const transports = ["websocket", "polling"];
  const socket = io({ transports, tryAllTransports: true, timeout: PATIENCE, query: table ? { table } : {} });
  // Some networks swallow a WebSocket without a word: the next attempt begins with the other transport.
  socket.on("connect_error", () => {
    socket.io.opts.transports = transports.reverse();
  });
  // The process drains: it has sent each client the time to connect to another one.
  socket.on("reconnect", ({ after }) => {
    const { id } = socket;
    setTimeout(() => {
      if (!socket.connected || socket.id === id) socket.disconnect().connect();
    }, after * 1000);
  });
  // How many games wait for the reader, in the menu.
  socket.on("connect", () => socket.emit("mine", {}));
  socket.on("mine", ({ badge }) => {
    for (const sign of document.querySelectorAll("[data-part=badge]")) sign.innerHTML = badge;
  });
  return socket;
}
