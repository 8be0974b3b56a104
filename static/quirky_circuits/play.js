// Playing Quirky Circuits by tap, drag and keyboard. Picking a card is private and stays here; laying it is a second tap,
// which presses the real button of the same offer, so all that is posted goes one way. Everything is delegated on document:
// a morph needs no rewiring. Without this file the words in `moves` are complete.

import { GUARD, byId, carry, isOff, say, showLastLine, why } from "/static/js/pieces.js";

const cards = () => [...document.querySelectorAll("#hand .cardb[data-play]")];
const alike = (face) => cards().filter((card) => card.dataset.on === face);

let picked = null; // {face, nth, count, at}: cards with the same face are the same card, so no copy has a name

const pickedCard = () => (picked ? (alike(picked.face)[picked.nth] ?? null) : null);

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
  if (isOff(card)) return why(card.dataset.why, card.dataset.rule);
  if (card !== pickedCard()) return pick(card);
  if (performance.now() - picked.at > GUARD) lay(card);
}

// A laid card takes the focus with it: the next one gets it.
let held = -1;
let atEnd = true; // whoever reads on further up in the log stays there
document.addEventListener("htmx:before:swap", () => {
  held = cards().indexOf(document.activeElement);
  const lines = byId("log-lines");
  atEnd = !lines || lines.scrollHeight - lines.scrollTop - lines.clientHeight < 12;
});
function keepFocus() {
  const all = cards();
  if (held >= 0 && all.length && (document.activeElement === document.body || !document.activeElement)) {
    all[Math.min(held, all.length - 1)].focus({ preventScroll: true });
  }
  held = -1;
}

// --- Dragging onto the queue lays, too ---

const dragged = carry({
  grab: (target) => {
    const card = target.closest(".cardb[data-play]");
    return card && !isOff(card) ? card : null;
  },
  lift: (card, ghost, box) => {
    pick(card);
    ghost.style.width = `${box.width}px`;
  },
  over: (event) => document.querySelector(".slot")?.classList.toggle("drop", Boolean(event) && overQueue(event)),
  drop: (event) => {
    if (event && overQueue(event) && pickedCard()) lay(pickedCard());
  },
  tilt: 2,
});

function overQueue(event) {
  const box = document.querySelector(".queue")?.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return Boolean(box) && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

document.addEventListener("dragstart", (event) => {
  if (event.target instanceof Element && event.target.closest(".cardb")) event.preventDefault();
});

// --- Tapping ---

document.addEventListener(
  "click",
  (event) => {
    if (!(event.target instanceof Element)) return;
    const goal = document.querySelector(".goal[open]");
    if (goal && !goal.contains(event.target)) goal.open = false;
    if (event.target.closest("#why a")) return;
    const off = event.target.closest('[aria-disabled="true"][data-why]');
    if (off) {
      event.preventDefault();
      event.stopPropagation();
      return why(off.dataset.why, off.dataset.rule);
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
    if (dragged.isOn()) dragged.breakOff();
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

// --- After the page has changed: the pick stays with its card, the log's last line stands in its bar ---

function refresh() {
  if (picked && alike(picked.face).length < picked.count) picked = null; // it was laid
  show();
  keepFocus();
  showLastLine();
  const lines = byId("log-lines");
  if (lines && atEnd) lines.scrollTop = lines.scrollHeight;
}

document.addEventListener("htmx:after:swap", refresh);
refresh();
