// The ratings of the players of a game that is over, with what the game changed.

export async function showRatings(address) {
  const { ratings } = await (await fetch(address)).json();
  for (const plate of document.querySelectorAll(".plate")) {
    const text = ratings[plate.dataset.seat];
    if (text) plate.querySelector("[data-part=rating]").textContent = text;
  }
}
