// The browser's part of a deal: a random word in the form that says ready or starts (who plays alone starts at once). Knows no game.

const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

// Capturing: before htmx reads the form.
document.addEventListener("submit", (event) => {
  const form = event.target;
  const word = form instanceof HTMLFormElement ? form.elements.namedItem("word") : null;
  if (!(word instanceof HTMLInputElement)) return;
  const deed = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";
  const wanted = form.id !== "room-form" || deed === "ready" || deed === "start";
  word.value = wanted ? hex(crypto.getRandomValues(new Uint8Array(16))) : "";
}, true);
