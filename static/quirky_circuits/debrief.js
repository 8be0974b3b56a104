// The debrief is plain markup: parts of it are folded away, links lead to places in it and from there to moments of the game.
// Here: that the place a link leads to is unfolded, in browsers that don't do so themselves; and that the browser's way back
// leads to the place one left.

function unfold() {
  const place = document.getElementById(location.hash.slice(1));
  if (!place?.closest("#debrief")) return;
  let folded = false;
  for (let box = place.closest("details"); box; box = box.parentElement.closest("details")) {
    folded ||= !box.open;
    box.open = true;
  }
  if (folded) place.scrollIntoView();
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("#debrief .to a");
  if (link) history.replaceState(null, "", link.hash);
});
addEventListener("hashchange", unfold);
unfold();
