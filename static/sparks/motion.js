// Sparks in motion: dice, markers and robots that moved fly from where they lay, and what changed since one last looked has a dot.
// Decoration only: nothing waits for it, and without it the page says the same. Steady names: data-flip (what moves), data-key
// with data-now (what counts).

const FLY = 420; // ms
const STAY = 9_000; // ms that a dot stays once somebody sees it
const MOST = 24; // flights at once
const STORE = "sparks-seen";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const shown = (element) => element.checkVisibility?.() ?? true;
const all = (selector) => [...document.querySelectorAll(selector)];

const HOMES = ".cell, .levels > li, .rcard, .slot, .vacant, .desk, .done, .factory, .row, .mystore, .store, .opp";

// Where something lies, whatever the page's scroll and layout: only who changes its home flies.
function home(element) {
  const box = element.parentElement.closest(HOMES);
  if (!box) return "";
  const numbered = box.matches(".cell, li") ? [...box.parentElement.children].indexOf(box) : "";
  return `${box.classList[0] ?? box.tagName} ${box.dataset.piece ?? box.dataset.owner ?? ""} ${numbered}`;
}

function places() {
  const found = new Map();
  for (const element of all("[data-flip]")) {
    const picture = element.querySelector(".pic > svg") ?? element.querySelector("svg");
    if (!picture || found.has(element.dataset.flip) || !shown(element)) continue;
    found.set(element.dataset.flip, { element, picture, home: home(element), box: picture.getBoundingClientRect() });
  }
  return found;
}

function fly({ element, picture, box }, from) {
  if (!box.width || !from.width) return;
  const ghost = document.createElement("div");
  ghost.className = `flight ${element.closest("[class*='k-']")?.className.match(/k-\w+/)?.[0] ?? ""}`;
  ghost.setAttribute("aria-hidden", "true");
  ghost.append(picture.cloneNode(true));
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(ghost);
  const [dx, dy, size] = [from.left - box.left, from.top - box.top, from.width / box.width];
  const path = [
    { transform: `translate(${dx}px, ${dy}px) scale(${size})` },
    { transform: `translate(${dx * 0.35}px, ${dy * 0.35 - 26}px) scale(${(1 + size) / 2})`, offset: 0.6 },
    { transform: "none" },
  ];
  ghost.animate(path, { duration: FLY, easing: "cubic-bezier(.3, .1, .3, 1)" }).finished.finally(() => ghost.remove());
  picture.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLY - 40 });
}

// --- What changed since one last looked ---

const values = () => new Map(all("[data-key]").map((element) => [element.dataset.key, element.dataset.now]));
const marked = new Map(); // key -> when it was first seen by somebody, 0 before

function compare(old) {
  for (const [key, now] of values()) if (old.has(key) && old.get(key) !== now) marked.set(key, 0);
}

function dots() {
  const now = Date.now();
  for (const [key, since] of marked) {
    if (!since && !document.hidden) marked.set(key, now);
    else if (since && now - since > STAY) marked.delete(key);
  }
  for (const element of all("[data-key]")) element.classList.toggle("changed", marked.has(element.dataset.key));
}
setInterval(() => { if (marked.size) dots(); }, 3_000);

function remember() {
  try {
    localStorage.setItem(STORE, JSON.stringify({ table: document.body.dataset.table, values: [...values()] }));
  } catch { /* private windows may have no storage */ }
}
function recall() {
  try {
    const { table, values: old } = JSON.parse(localStorage.getItem(STORE)) ?? {};
    if (table === document.body.dataset.table) compare(new Map(old));
  } catch { /* nothing was kept */ }
}
addEventListener("pagehide", remember);

// --- Across a swap ---

let before = null;
document.addEventListener("beepboop:before", () => {
  before = { values: values(), places: calm.matches || document.hidden ? new Map() : places() };
});
document.addEventListener("beepboop:after", () => {
  if (!before) return;
  const { values: old, places: lay } = before;
  before = null;
  compare(old);
  dots();
  if (!lay.size) return;
  let flights = 0;
  for (const [name, now] of places()) {
    const was = lay.get(name);
    if (!was || was.home === now.home || flights >= MOST) continue;
    flights += 1;
    fly(now, was.box);
  }
});

recall();
dots();
