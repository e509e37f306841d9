// How many games wait for the reader, in the menu of a page that has a socket: as the server tells it from now on.

export function drawBadge(markup) {
  for (const place of document.querySelectorAll(".top [data-badge]")) {
    if (place.innerHTML !== markup) place.innerHTML = markup;
  }
}

export function followBadge(socket) {
  const look = () => socket.emit("mine", { language: document.documentElement.lang }, ({ mine }) => mine && drawBadge(mine.badge));
  socket.on("connect", look);
  socket.on("mine", ({ badge }) => drawBadge(badge));
  if (socket.connected) look();
}
