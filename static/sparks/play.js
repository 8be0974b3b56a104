// Playing Sparks on the pieces: by tap, drag and keyboard. Which piece goes where at what price stands on the real buttons of
// `moves` (data-on, data-to, data-cost, data-why); this file lights the pieces up and presses those buttons. It knows no rule.
// Picking a piece is private and stays here. Everything is delegated on document: a morph needs no rewiring.

import { GUARD, byId, carry, isOff, say, showLastLine, why } from "/static/js/pieces.js";

const OPEN = ["act", "recycle", "max"]; // while these are asked any piece may be picked; else the answers glow at once

const body = document.body;
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const shown = (element) => element.checkVisibility?.() ?? true;

// --- What may be done: the buttons of `moves` ---

const buttons = () => all('#moves button[name="do"][data-to]');
const asked = () => document.querySelector("#moves .keys")?.dataset.asked ?? "";
const wordsOf = (button) => button.querySelector("span").firstChild.textContent.trim();
const priceOf = (button) => button.dataset.cost || "free";

function read() {
  const from = new Map();
  const onto = new Map();
  for (const button of buttons()) {
    const { on, to } = button.dataset;
    if (on) from.set(on, [...(from.get(on) ?? []), button]);
    else if (to) onto.set(to, [...(onto.get(to) ?? []), button]);
  }
  return { from, onto };
}

// A piece of this page that I may touch: my own board's, my hand's, and what belongs to nobody.
function mine(element) {
  const owner = element.closest("[data-owner]");
  return !owner || owner.dataset.owner === body.dataset.seat;
}
const pieces = () => all("[data-piece]").filter(mine);
const pieceOf = (name) => {
  const alike = pieces().filter((element) => element.dataset.piece === name);
  return alike.find(shown) ?? alike[0] ?? null;
};

let offers = read();
let picked = ""; // the name of a piece
let pickedAt = 0;
let narrowed = ""; // the place whose ways are listed

// --- Lighting up ---

const LIT = ["can", "legal", "off", "hinted", "picked-piece"];
const GIVEN = ["aria-pressed", "aria-disabled", "data-tag", "data-cogs", "data-sparks", "data-why"];
const NAMES = { assistants: "Play", robots: "Return" };

let lost = false; // the piece in focus can't act any more
function dark(element) {
  if (element === document.activeElement) lost = true;
  element.classList.remove(...LIT);
  for (const name of ["role", "tabindex", "aria-label", "aria-description", "data-lit", ...GIVEN]) element.removeAttribute(name);
}

// What a piece does is its name where it is a picture only; else it is told after the words that stand on it.
function light(element, kind, label, more = {}) {
  element.classList.add(kind);
  const given = { role: "button", tabindex: "0", "data-lit": kind, ...more };
  given[element.textContent.trim() ? "aria-description" : "aria-label"] = label;
  for (const [name, value] of Object.entries(given)) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function spoken(name) {
  const [way] = offers.from.get(name) ?? [];
  const words = way?.dataset.name ?? pieceOf(name)?.querySelector("[aria-label]")?.getAttribute("aria-label") ?? "";
  return words && words[0].toUpperCase() + words.slice(1);
}

function targetsOf(name) {
  const found = new Map();
  for (const button of offers.from.get(name) ?? []) {
    const { to } = button.dataset;
    if (to) found.set(to, [...(found.get(to) ?? []), button]);
  }
  return found;
}

// A price for the little tag under a place, drawn as coins; one with a die in it in short words. The tray has the whole of it.
const short = (cost) => cost.replace(/ and (?:the )?/g, " + ").replace(/^the /, "").replace(/(.{11}).+/, "$1…");
const coins = (cost) => (cost.includes("the ") ? [] : [...cost.matchAll(/(\d+) (cog|spark)/g)].map(([, number, coin]) => [coin, number]));
const drawn = (cost) => Object.fromEntries(coins(cost).map(([coin, number]) => [`data-${coin}s`, number]));
const tagged = (to, price) => (["sell", "storage", "space-pool"].includes(to) ? {} : to.startsWith("space-") ? { "data-tag": short(price), ...drawn(price) } : { "data-tag": NAMES[to] ?? "here" });

function show() {
  const open = OPEN.includes(asked());
  const lit = new Map();
  if (picked) {
    for (const [to, ways] of targetsOf(picked)) {
      const best = ways.find((way) => !isOff(way)) ?? ways[0];
      const price = priceOf(best);
      const label = `${wordsOf(best)}, ${price}`;
      if (isOff(best)) lit.set(to, ["off", `${label}. Not possible: ${best.dataset.why}`, { "aria-disabled": "true", "data-why": best.dataset.why, "data-tag": "✕", ...drawn(best.dataset.cost) }]);
      else lit.set(to, ["legal", label, tagged(to, price)]);
    }
  }
  for (const [name, ways] of [...offers.from, ...offers.onto]) {
    if (lit.has(name)) continue;
    const possible = ways.filter((way) => !isOff(way));
    const what = spoken(name);
    if (name === picked) lit.set(name, ["picked-piece", `${what}, picked`, { "aria-pressed": "true" }]);
    else if (possible.length) lit.set(name, ["can", possible.length === 1 ? wordsOf(possible[0]) : `${what}: ${possible.length} ways`, { "aria-pressed": "false" }]);
    else lit.set(name, ["hinted", `${what}. Not possible: ${ways[0].dataset.why}`, { "aria-disabled": "true", "data-why": ways[0].dataset.why }]);
  }
  for (const element of pieces()) {
    const how = lit.get(element.dataset.piece);
    if (how && element === pieceOf(element.dataset.piece)) {
      element.classList.remove(...LIT.filter((name) => name !== how[0]));
      for (const name of GIVEN) if (!(name in (how[2] ?? {}))) element.removeAttribute(name);
      light(element, ...how);
    } else if (element.dataset.lit) dark(element);
  }
  body.classList.toggle("has-pick", Boolean(picked));
  body.classList.toggle("asks", Boolean(asked()) && !open && asked() !== "done");
  list();
  if (lost) (pieces().find((each) => each.dataset.lit === "can" && shown(each)) ?? document.querySelector("#moves .fin"))?.focus({ preventScroll: true });
  lost = false;
}

// --- The ways of a picked piece, in the tray ---

const make = (kind, more, ...inside) => {
  const element = Object.assign(document.createElement(kind), more);
  element.append(...inside);
  return element;
};
const aside = (words) => make("span", { className: "vh" }, words);

// "Place on Lena (red) (+2)": the place stands out, how it is met stands below; the rest is for the ear.
function inShort(words) {
  const [, verb, place, how] = words.replace(/the (\w+) factory space/, "Factory ($1)").match(/^((?:Place|Move|Recycle) on )?([^(]+?)(?: \((.+)\))?$/) ?? [null, "", words];
  const head = make("b", {}, place);
  return [make("span", {}, ...(verb ? [aside(verb), head] : [head])), ...(how ? [make("i", {}, how.replaceAll(") (", ", "))] : [])];
}

function paid(way, free) {
  const { cost } = way.dataset;
  const parts = coins(cost);
  const box = make("small", { className: `cost${isOff(way) ? " no" : ""}${parts.length > 1 ? " two" : ""}` }, isOff(way) && !parts.length ? "✕ " : "");
  if (!parts.length) box.append(cost.replace(/\bthe /g, "") || (free ? "free" : ""));
  for (const [coin, number] of parts) {
    const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    icon.setAttribute("class", "ico");
    icon.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(icon.namespaceURI, "use");
    use.setAttribute("href", `/static/img/sparks.svg#i-${coin}`);
    icon.append(use);
    box.append(make("span", { className: "sym" }, `${isOff(way) && coin === parts[0][0] ? "✕ " : ""}${number}`, icon, aside(` ${coin}${number === "1" ? "" : "s"} `)));
  }
  return box;
}

function list() {
  const box = byId("ways");
  if (!box) return;
  const had = box.contains(document.activeElement);
  let ways = picked ? offers.from.get(picked) ?? offers.onto.get(picked) ?? [] : [];
  if (narrowed) ways = ways.filter((way) => way.dataset.to === narrowed);
  box.hidden = !ways.length && (!OPEN.includes(asked()) || Boolean(document.querySelector("#moves .answers")));
  body.classList.toggle("has-ways", Boolean(ways.length));
  const title = document.createElement("h2");
  title.id = "ways-title";
  if (!ways.length) {
    title.textContent = "Pick a die, a card or a power box: where it can go lights up, with its price.";
    title.className = "hint";
    box.replaceChildren(title);
    return;
  }
  const name = ways[0].dataset.name ?? "";
  title.textContent = narrowed ? "Choose how to pay" : `What ${name || "that"} can do`;
  const back = document.createElement("button");
  back.type = "button";
  back.className = "ghost back";
  back.dataset.back = "";
  back.textContent = "Put back";
  title.append(back);
  const rows = document.createElement("ul");
  // Places before the rest, free before paid; among equals the engine's order, cheapest first.
  const worth = (way) => 4 * isOff(way) + (way.dataset.to.startsWith("space-") ? Number(Boolean(way.dataset.cost)) : 2);
  const order = [...ways].sort((a, b) => worth(a) - worth(b));
  for (const way of order) {
    const row = document.createElement("li");
    const key = document.createElement("button");
    key.type = "button";
    key.className = "ghost";
    key.dataset.press = way.value;
    key.append(...inShort(wordsOf(way).replace(name ? ` the ${name}` : "", "")));
    const free = !way.dataset.cost && way.dataset.to.startsWith("space-");
    if (isOff(way)) {
      key.setAttribute("aria-disabled", "true");
      key.dataset.why = way.dataset.why;
    } else if (free) key.classList.add("best");
    key.append(paid(way, free));
    row.append(key);
    rows.append(row);
  }
  box.replaceChildren(title, rows);
  if (had) rows.querySelector("button")?.focus({ preventScroll: true });
}

// --- Picking, placing ---

function pick(name, { quiet = false, keys = false } = {}) {
  why("");
  if (picked && !name && !quiet) say("Put back.");
  picked = name;
  narrowed = "";
  pickedAt = performance.now();
  show();
  if (!name) return;
  const places = targetsOf(name);
  const first = [...places.keys()].map(pieceOf).find((element) => element && shown(element) && !isOff(element));
  const ways = offers.from.get(name) ?? offers.onto.get(name) ?? [];
  say(`${spoken(name)} is picked: ${ways.filter((way) => !isOff(way)).length} ways. Escape puts it back.`);
  if (keys) (first ?? document.querySelector("#ways [data-press]"))?.focus();
}

function press(button) {
  picked = narrowed = "";
  button.click();
  show();
}

// Onto a place: the one way is done, several are listed, none says why.
function put(to, keys = false) {
  const ways = targetsOf(picked).get(to) ?? [];
  const possible = ways.filter((way) => !isOff(way));
  if (!possible.length) return why(ways[0]?.dataset.why ?? "");
  if (possible.length === 1) return press(possible[0]);
  narrowed = to;
  list();
  say(`${possible.length} ways to pay. Choose one.`);
  if (keys || document.activeElement === pieceOf(to)) document.querySelector("#ways [data-press]")?.focus();
}

function tap(element, keys = false) {
  const name = element.dataset.piece;
  if (picked && name !== picked && targetsOf(picked).has(name)) return put(name, keys);
  if (element.dataset.why && element.dataset.lit === "hinted") {
    const ways = offers.from.get(name) ?? [];
    why(element.dataset.why);
    if (ways.length > 1) pick(name, { quiet: true, keys });
    if (ways.length > 1) why(ways[0].dataset.why);
    return;
  }
  const ways = offers.from.get(name) ?? offers.onto.get(name) ?? [];
  const possible = ways.filter((way) => !isOff(way));
  if (asked() === "step" && possible.length === 1 && !possible[0].dataset.on) return press(possible[0]);
  if (name === picked) {
    // Once more: the one thing it can do, else back.
    if (performance.now() - pickedAt < GUARD) return;
    return possible.length === 1 && !possible[0].dataset.to.startsWith("space-") ? press(possible[0]) : pick("");
  }
  pick(name, { keys });
}

// --- Dragging by mouse or pen ---

const dragged = carry({
  grab: (target, event) => {
    const piece = target.closest('[data-lit="can"], [data-lit="picked-piece"]');
    return piece && event.pointerType !== "touch" && targetsOf(piece.dataset.piece).size ? piece : null;
  },
  lift: (piece, ghost, box) => {
    if (picked !== piece.dataset.piece) pick(piece.dataset.piece);
    ghost.style.setProperty("--die", `${box.width}px`);
  },
  over: (event) => {
    event?.preventDefault();
    const hit = event && under(event);
    for (const lit of all(".over")) if (lit !== hit) lit.classList.remove("over");
    hit?.classList.add("over");
  },
  drop: (event) => {
    const onto = event && under(event);
    if (onto) put(onto.dataset.piece);
    else pick("", { quiet: true });
  },
  tilt: 3,
});
function under(event) {
  const [hit] = document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest?.('[data-lit="legal"], [data-lit="off"]')).filter(Boolean);
  return hit ?? null;
}
document.addEventListener("dragstart", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-lit]")) event.preventDefault();
});

// --- Tapping ---

document.addEventListener("click", (event) => {
  const on = event.target instanceof Element ? event.target : null;
  if (!on) return;
  const way = on.closest("[data-press]");
  if (way) {
    if (isOff(way)) return why(way.dataset.why);
    const real = buttons().find((button) => button.value === way.dataset.press);
    if (real) press(real);
    return;
  }
  if (on.closest("[data-back]")) {
    const back = pieceOf(picked);
    if (narrowed) { narrowed = ""; return show(); }
    pick("");
    return back?.focus({ preventScroll: true });
  }
  const look = on.closest("[data-look]");
  if (look && look !== body && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    return lookAt(look.dataset.look, true);
  }
  if (on.closest('a[href="#hand"], .shut')) {
    event.preventDefault();
    const open = body.classList.toggle("see-hand", Boolean(on.closest('a[href="#hand"]')) && !body.classList.contains("see-hand"));
    return open ? byId("hand")?.querySelector("[tabindex], .shut")?.focus({ preventScroll: true }) : document.querySelector(".peek")?.focus({ preventScroll: true });
  }
  const off = on.closest('button[aria-disabled="true"][data-why]');
  if (off) {
    event.preventDefault();
    event.stopPropagation();
    return why(off.dataset.why);
  }
  if (on.closest("#answers > summary")) words.open = true;
  if (on.closest("[data-close]")) return on.closest(".notice")?.remove();
  const piece = on.closest("[data-lit]");
  if (piece) return tap(piece, event.detail === 0);
  if (!on.closest(".tray, summary, a, button, input")) {
    why("");
    if (picked) pick("", { quiet: true });
    body.classList.remove("see-hand");
  }
}, true);

// --- Keyboard: Enter and Space tap, arrows go round what is lit, Escape puts back ---

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const here = document.activeElement;
  if (event.key === "Escape") {
    if (dragged.isOn()) return dragged.breakOff();
    const open = here?.closest?.("details.piece[open], details.moves[open], details.counts[open]") ?? document.querySelector("details.moves[open], details.counts[open]");
    if (picked) {
      const back = pieceOf(picked);
      if (narrowed) { narrowed = ""; show(); return; }
      pick("");
      back?.focus({ preventScroll: true });
    } else if (open) {
      open.open = false;
      open.querySelector("summary").focus();
    } else if (body.classList.contains("see-hand")) {
      body.classList.remove("see-hand");
      document.querySelector(".peek")?.focus();
    }
    return why("");
  }
  const piece = here?.closest?.("[data-lit]");
  if (!piece || piece !== here) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (!event.repeat) tap(piece, true);
    return;
  }
  const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const kinds = piece.dataset.lit === "legal" || piece.dataset.lit === "off" ? ["legal", "off"] : [piece.dataset.lit === "picked-piece" ? "can" : piece.dataset.lit, "picked-piece"];
  const round = pieces().filter((each) => kinds.includes(each.dataset.lit) && shown(each));
  round[(round.indexOf(piece) + by + round.length) % round.length]?.focus();
});

// --- Which board is shown ---

const seat = body.dataset.seat ?? "0";
const narrow = matchMedia("(max-width: 700px)");
function lookAt(what, asked = false) {
  if (what === "table" && !narrow.matches) {
    byId("yard")?.scrollIntoView({ block: "nearest" });
    return;
  }
  body.dataset.look = what;
  for (const tab of all(".tab")) {
    if (tab.dataset.look === what) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  }
  if (asked && narrow.matches) scrollTo({ top: 0 });
  if (asked && !narrow.matches) byId(`seat-${what}`)?.scrollIntoView({ block: "nearest" });
  show();
}
// Where the answer is given: the row, the tracks and the upgrade tiles on the table, all else on one’s own board.
let askedBefore = null; // null: as the page came
const isOver = () => Boolean(document.querySelector('[data-phase="over"]'));
let overBefore = isOver();
function follow() {
  const now = asked();
  // The final score stands with the table.
  if (isOver() && !overBefore && narrow.matches) lookAt("table", true);
  overBefore = isOver();
  const before = askedBefore;
  askedBefore = now;
  if (now === before || !now) return;
  const to = ["tile", "take", "step", "upgrade"].includes(now) && narrow.matches ? "table" : seat;
  // Another board begins at its top; what is to be chosen from is brought into sight.
  if (body.dataset.look !== to) lookAt(to, narrow.matches && before !== null);
  if (before === null) return;
  if (now === "step") document.querySelector(".tracks")?.scrollIntoView({ block: narrow.matches ? "start" : "nearest" });
  else document.querySelector(".desk")?.scrollIntoView({ block: "nearest" });
}
narrow.addEventListener("change", () => { if (body.dataset.look === "table") lookAt(seat); });

// --- After the page has changed ---

// On a phone the pieces themselves are the answers: a long list of them in words folds up. A step is quicker in words.
// A morph unfolds it again, so how it stands is kept here, for as long as the question does.
const words = { ask: "", open: true };
function fold() {
  const list = byId("answers");
  const ask = list?.querySelector("button")?.value.split(" ")[0];
  if (!ask) return;
  if (ask !== words.ask) words.open = !(narrow.matches && asked() !== "step" && list.querySelectorAll("button").length > 3);
  words.ask = ask;
  if (list.open !== words.open) list.open = words.open;
}

function refresh() {
  offers = read();
  fold();
  if (picked && !(offers.from.has(picked) || offers.onto.has(picked))) picked = narrowed = "";
  if (narrowed && !targetsOf(picked).has(narrowed)) narrowed = "";
  for (const tab of all(".tab")) if (tab.dataset.look === body.dataset.look) tab.setAttribute("aria-current", "true");
  show();
  follow();
  showLastLine();
  const lines = byId("log-lines");
  if (lines && byId("logbox")?.open) lines.scrollTop = lines.scrollHeight;
}

document.addEventListener("beepboop:after", refresh);
lookAt(narrow.matches && (!body.dataset.seat || document.querySelector("[data-phase=over]")) ? "table" : seat);
refresh();
