// Playing Quirky Circuits by tap, drag and keyboard. Picking a card is private and stays here; laying it is a second tap,
// which presses the real button of the same offer, so all that is posted goes one way. Everything is delegated on document:
// a morph needs no rewiring. Without this file the words in `moves` are complete.

const GUARD = 250; // ms: the second half of a double click is not a second tap
const DRAG = 9; // px before a press becomes a drag

const byId = (id) => document.getElementById(id);
const cards = () => [...document.querySelectorAll("#hand .cardb[data-play]")];
const alike = (face) => cards().filter((card) => card.dataset.on === face);
const isOff = (el) => el.getAttribute("aria-disabled") === "true";

let picked = null; // {face, nth, count, at}: cards with the same face are the same card, so no copy has a name

const pickedCard = () => (picked ? (alike(picked.face)[picked.nth] ?? null) : null);

function say(text) {
  const said = byId("said");
  if (said) said.textContent = text;
}

// --- Why something can't be done ---

let whyTimer = 0;
function why(text) {
  const box = byId("why");
  clearTimeout(whyTimer);
  if (box) {
    box.textContent = text;
    box.hidden = !text;
    if (text) whyTimer = setTimeout(() => (box.hidden = true), 7000);
  }
  if (text) say(text);
}

// --- Picking and laying ---

function show() {
  const mine = pickedCard();
  const place = document.querySelector("#queue .slot span")?.textContent;
  for (const card of cards()) {
    const words = card.querySelector(".pick");
    if (words && place) words.dataset.words = `Lay ${place}`;
    const on = String(card === mine);
    if (card.getAttribute("aria-pressed") !== on) card.setAttribute("aria-pressed", on);
  }
  document.body.classList.toggle("has-pick", Boolean(mine));
}

function pick(card) {
  why("");
  if (!card) picked = null;
  else {
    const same = alike(card.dataset.on);
    picked = { face: card.dataset.on, nth: same.indexOf(card), count: same.length, at: performance.now() };
    say(`${card.dataset.label} is picked. Once more to lay it, Escape to put it back.`);
  }
  show();
}

function lay(card) {
  const value = card.dataset.play;
  const real = [...document.querySelectorAll('button[form="act"][name="do"]')].find((b) => b.value === value && !isOff(b));
  if (real) return real.click();
  const form = byId("act");
  if (!form) return;
  const button = document.createElement("button");
  Object.assign(button, { name: "do", value, hidden: true });
  form.append(button);
  button.click();
  button.remove();
}

function tap(card) {
  if (isOff(card)) return why(card.dataset.why);
  if (card !== pickedCard()) return pick(card);
  if (performance.now() - picked.at > GUARD) lay(card);
}

// A laid card takes the focus with it: the next one gets it.
let held = -1;
document.addEventListener("htmx:before:swap", () => {
  held = cards().indexOf(document.activeElement);
});
function keepFocus() {
  const all = cards();
  if (held >= 0 && all.length && (document.activeElement === document.body || !document.activeElement)) {
    all[Math.min(held, all.length - 1)].focus({ preventScroll: true });
  }
  held = -1;
}

let swallow = false; // the click that ends a drag
document.addEventListener(
  "click",
  (event) => {
    if (!(event.target instanceof Element)) return;
    if (swallow && event.isTrusted) {
      swallow = false;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const off = event.target.closest('[aria-disabled="true"][data-why]');
    if (off) {
      event.preventDefault();
      event.stopPropagation();
      return why(off.dataset.why);
    }
    const card = event.target.closest(".cardb[data-play]");
    if (card) return tap(card);
    if (event.target.closest(".slot") && pickedCard()) return lay(pickedCard());
    if (event.target.closest("[data-close]")) return event.target.closest(".notice")?.remove();
    why("");
  },
  true,
);

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") {
    for (const open of document.querySelectorAll(".moves[open], .goal[open], .logbox[open]")) {
      open.open = false;
      if (open.contains(document.activeElement)) open.querySelector("summary").focus();
    }
    if (drag?.on) endDrag(false);
    if (picked) say("No card is picked.");
    return pick(null);
  }
  const card = document.activeElement?.closest?.(".cardb[data-play]");
  if (!card) return;
  const all = cards();
  const at = all.indexOf(card);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all[(to + all.length) % all.length].focus();
});

// --- Dragging onto the queue lays, too ---

let drag = null;
document.addEventListener("pointerdown", (event) => {
  const card = event.target instanceof Element ? event.target.closest(".cardb[data-play]") : null;
  if (!card || event.button || isOff(card)) return;
  drag = { card, id: event.pointerId, x: event.clientX, y: event.clientY, box: card.getBoundingClientRect(), on: false };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const dx = event.clientX - drag.x;
  const dy = event.clientY - drag.y;
  if (!drag.on) {
    if (Math.hypot(dx, dy) < DRAG) return;
    drag.on = true;
    pick(drag.card);
    const ghost = document.createElement("div");
    ghost.className = "dragged";
    ghost.append(drag.card.querySelector("svg").cloneNode(true));
    ghost.style.width = `${drag.box.width}px`;
    document.body.append(ghost);
    drag.ghost = ghost;
    drag.card.classList.add("ghosted");
  }
  drag.ghost.style.transform = `translate(${drag.box.left + dx}px, ${drag.box.top + dy}px) rotate(2deg)`;
  document.querySelector(".slot")?.classList.toggle("drop", overQueue(event));
});

function overQueue(event) {
  const box = document.querySelector(".queue")?.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return Boolean(box) && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

function endDrag(dropped) {
  const { card, ghost, on } = drag;
  drag = null;
  if (!on) return;
  ghost.remove();
  card.classList.remove("ghosted");
  document.querySelector(".slot")?.classList.remove("drop");
  if (dropped && pickedCard()) lay(pickedCard());
}

document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  if (drag.on) {
    swallow = true;
    setTimeout(() => (swallow = false), 60);
  }
  endDrag(overQueue(event));
});
document.addEventListener("pointercancel", () => drag && endDrag(false));
document.addEventListener("dragstart", (event) => {
  if (event.target instanceof Element && event.target.closest(".cardb")) event.preventDefault();
});

// --- After the page has changed: the pick stays with its card, the log's last line stands in its bar ---

function refresh() {
  if (picked && alike(picked.face).length < picked.count) picked = null; // it was laid
  show();
  keepFocus();
  const last = byId("log-last");
  const line = byId("log-lines")?.lastElementChild;
  if (last) last.textContent = line?.textContent ?? "";
}

document.addEventListener("htmx:after:swap", refresh);
document.addEventListener(
  "toggle",
  (event) => {
    const lines = event.target.id === "logbox" && event.target.open ? byId("log-lines") : null;
    if (lines) lines.scrollTop = lines.scrollHeight;
  },
  true,
);
refresh();
