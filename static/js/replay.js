// Stepping through the past of a table: links become steps in place, with keys, a slider and play. Every step is an address of
// the server's; this only fetches what differs and puts it in its place. Knows no game: their own scripts see a swap.

const body = document.body;
const $ = (id) => document.getElementById(id);
const bar = () => $("moment");
const KEYS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last" };
const STORE = "replay-speed";
const HANGING = 15_000;
const BEAT = 0.6; // a step inside a move is shorter than a move

// An address may end with what to do here (#play), or with the place on the table's page that it came from: there it leads back,
// whichever way one has gone since.
const wanted = location.hash;
const from = /^#[\w-]+$/.test(wanted) && wanted !== "#play" ? wanted : "";
const pointBack = () => {
  if (from) $("m-back").href = $("m-back").getAttribute("href").replace(/#.*|$/, from);
};

const urlOf = (way) => $(`m-${way}`)?.getAttribute("href") ?? "";

// --- One step: what differs from here ---

const have = () => [...document.querySelectorAll(".region[data-v]")].map((r) => `${r.id}:${r.dataset.v}`).join(" ");

let ahead = { url: "", have: "", page: null }; // the next step while it plays, fetched before it is due

function fetchStep(url) {
  const here = have();
  if (ahead.url === url && ahead.have === here) return ahead.page;
  return load(url, here);
}

async function load(url, here) {
  const answer = await fetch(url, { headers: { "X-Have": here }, credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(HANGING) });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

function lookAhead() {
  const url = urlOf("after");
  if (!url) return;
  const here = have();
  ahead = { url, have: here, page: load(url, here) };
  ahead.page.catch(() => { ahead.url = ""; });
}

// The bar's elements stay, so that focus and a finger on the slider do: their words and attributes change.
function renew(fresh) {
  const old = bar();
  for (const name of ["seq", "last", "here", "base", "query", "title"]) old.dataset[name] = fresh.dataset[name];
  for (const now of fresh.querySelectorAll("[id]")) {
    const then = $(now.id);
    if (!then) continue;
    for (const name of ["href", "role", "aria-disabled", "aria-current", "max", "aria-valuetext"]) {
      const value = now.getAttribute(name);
      if (value === null) then.removeAttribute(name);
      else if (then.getAttribute(name) !== value) then.setAttribute(name, value);
    }
    if (!now.children.length && then.textContent !== now.textContent) then.textContent = now.textContent;
  }
  pointBack();
  const slide = $("m-slide");
  if (slide !== document.activeElement || !sliding) slide.value = fresh.dataset.seq;
}

// What stood open in a region stands open in the new one.
function keepOpen(old, fresh) {
  const then = old.querySelectorAll("details");
  const now = fresh.querySelectorAll("details");
  if (then.length === now.length) then.forEach((details, at) => { now[at].open = details.open; });
}

function put(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  tell("htmx:before:swap", { tasks: [] });
  tell("beepboop:before", { tasks: [] });
  const next = fresh.querySelector("#moment");
  renew(next);
  for (const region of fresh.querySelectorAll(".region[id]")) {
    const old = $(region.id);
    if (!old) continue;
    keepOpen(old, region);
    old.replaceWith(document.adoptNode(region));
  }
  const lines = fresh.getElementById("log-lines");
  $("log-lines").replaceWith(document.adoptNode(lines));
  lines.scrollTop = lines.scrollHeight;
  document.title = next.dataset.title;
  tell("beepboop:after");
  tell("htmx:after:swap");
  const said = $("said");
  if (said) said.textContent = `${$("m-label").textContent} ${$("m-of").textContent}. ${$("m-said").textContent}`;
}

// One step at a time; of the wishes made meanwhile the last one counts.
let busy = false;
let wish = "";

async function go(url) {
  if (!url) return false;
  if (busy) {
    wish = url;
    return false;
  }
  busy = true;
  try {
    put(await fetchStep(url));
    // Back leads to where one came from, not through every step.
    history.replaceState(null, "", url + from);
  } catch {
    // An address that says why, or the browser's own page for a line that is down.
    location.replace(url + from);
    return false;
  } finally {
    busy = false;
  }
  if (wish) {
    const next = wish;
    wish = "";
    return go(next);
  }
  return true;
}

// --- Play and pause ---

let ticket = 0; // a newer wish ends the older one
const isPlaying = () => body.classList.contains("is-replaying");

function halt() {
  ticket++;
  body.classList.remove("is-replaying");
  $("m-play").setAttribute("aria-label", "Play");
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function play() {
  const mine = ++ticket;
  body.classList.add("is-replaying");
  $("m-play").setAttribute("aria-label", "Pause");
  if (!urlOf("after")) await go(urlOf("first"));
  while (mine === ticket && urlOf("after")) {
    lookAhead();
    await pause(Number($("m-speed").value) * (urlOf("after").includes(".") ? BEAT : 1));
    if (mine !== ticket) return;
    if (!document.hidden) await go(urlOf("after"));
  }
  if (mine === ticket) halt();
}

const toggle = () => (isPlaying() ? halt() : play());

// --- By link, key and slider ---

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (event.target.closest("#m-play")) return toggle();
  const link = event.target.closest("#moment [data-go], #log-lines a:not(.rule)");
  if (!link) return;
  event.preventDefault();
  halt();
  const url = link.getAttribute("href");
  // From another seat it is another page, but no further step on the way back.
  if (link.closest(".m-places")) location.replace(url + from);
  else go(url);
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const on = document.activeElement;
  if (on?.closest("input, textarea, select, [popover], .log, .player")) return;
  if (event.key === " ") {
    if (on?.closest("button, a, summary, [role=button]")) return;
    event.preventDefault();
    if (!event.repeat) toggle();
    return;
  }
  const way = KEYS[event.key];
  if (!way) return;
  event.preventDefault();
  halt();
  go(urlOf(way));
});

let sliding = false;
$("m-slide").addEventListener("input", () => {
  sliding = true;
  halt();
  const { base, query } = bar().dataset;
  go(`${base}${$("m-slide").value}${query}`);
});
for (const end of ["change", "blur"]) $("m-slide").addEventListener(end, () => { sliding = false; });

// --- The speed, kept in this browser ---

const speed = $("m-speed");
try {
  const kept = localStorage.getItem(STORE);
  if ([...speed.options].some((option) => option.value === kept)) speed.value = kept;
} catch { /* private windows may have no storage */ }
speed.addEventListener("change", () => {
  try {
    localStorage.setItem(STORE, speed.value);
  } catch { /* as above */ }
});

for (const element of document.querySelectorAll("#moment .scripted")) element.hidden = false;
pointBack();
if (wanted === "#play") {
  history.replaceState(null, "", location.pathname + location.search);
  play();
}
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
