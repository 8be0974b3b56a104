// Keeps a page true: sockets, polling, the pulse, one post at a time. Knows no game.

import "/static/js/word.js";

const body = document.body;
const AFTER_SILENCE = 35_000;
const POLL = 3_000;
const BLOCKED = 12_000; // without a socket for so long while the server answers: something in between forbids it
const HANGING = 10_000;
const SAME_TAP = 400;
const regionsUrl = body.dataset.regions || "/lobby/regions";
let heard = Date.now();
let connected = false;
let lost = Date.now(); // since when there is no socket
let asked = 0; // when the last poll began
let fetching = null;
let held = null; // a tap made while a post was on its way
let posting = null;
const typed = new WeakMap(); // what stood in a form's fields when it was sent
let pressed = { button: null, at: 0 };
let focused = null;

const $ = (id) => document.getElementById(id);
const pulseNow = () => $("pulse");

// what this page has

function have() {
  const versions = [...document.querySelectorAll(".region[data-v]")].map((r) => `${r.id}:${r.dataset.v}`);
  const log = $("log-lines");
  if (log) versions.push(`log:${log.dataset.v || 0}`);
  return versions.join(" ");
}

function wanted(pulse) {
  return (pulse.dataset.regions || "").split(" ").filter(Boolean).map((pair) => pair.split(":"));
}

function differs(pulse) {
  return wanted(pulse).some(([name, v]) => {
    if (name === "notice") return false;
    const element = name === "log" ? $("log-lines") : $(name);
    return !element || (element.dataset.v || "0") !== v;
  });
}

// messages: dropped if older than the page, checked against the pulse after the swap

document.addEventListener("htmx:before:swap", (event) => {
  const tasks = event.detail.tasks || [];
  const find = (id) => tasks.find((task) => (typeof task.target === "string" ? task.target === `#${id}` : task.target?.id === id));
  const pulseTask = find("pulse");
  const pulse = pulseTask?.fragment.querySelector("#pulse");
  if (!pulse) return;
  const before = pulseNow();
  if (before && Number(pulse.dataset.seq) < Number(before.dataset.seq)) {
    event.preventDefault();
    return;
  }
  if (before && pulse.dataset.page !== before.dataset.page) {
    event.preventDefault();
    location.reload();
    return;
  }
  noteFocus();
  document.dispatchEvent(new CustomEvent("beepboop:before", { detail: { tasks } }));
  const log = $("log-lines");
  const lines = find("log-lines");
  if (log && lines) {
    const from = Number(pulse.dataset.logFrom || 0);
    const known = Number(log.dataset.v || 0);
    if (from > known) {
      // Lines are missing in between: the check after the swap fetches them all.
      tasks.splice(tasks.indexOf(lines), 1);
      return;
    }
    if (from) for (const line of [...lines.fragment.children]) if ($(line.id)) line.remove();
  }
  const logWanted = wanted(pulse).find(([name]) => name === "log")?.[1];
  if (log && logWanted && Number(pulse.dataset.logFrom || 0) <= Number(log.dataset.v || 0)) log.dataset.v = logWanted;
});

document.addEventListener("htmx:after:swap", () => {
  const pulse = pulseNow();
  if (!pulse) return;
  title(pulse.dataset.turn === "1");
  document.dispatchEvent(new CustomEvent("beepboop:after"));
  keepFocus();
  if (differs(pulse)) resync();
});

// all regions, when the page and the pulse disagree, or after an absence

function resync() {
  fetching ??= look().finally(() => { fetching = null; });
  return fetching;
}

// True if the server answered. What is pushed meanwhile may have overtaken the answer, which is then dropped: look again.
async function look() {
  for (let tries = 0; tries < 3; tries++) {
    let response;
    try {
      const headers = { "HX-Request": "true", "X-Have": have() };
      response = await fetch(regionsUrl, { headers, credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(HANGING) });
      if (response.status === 404 || response.status === 401) { location.reload(); return true; }
      if (response.status === 200) await apply(await response.text());
    } catch {
      return false;
    }
    heard = Date.now();
    const pulse = pulseNow();
    if (response.status !== 200 || !pulse || !differs(pulse)) break;
  }
  return true;
}

async function apply(text) {
  await htmx.swap({ sourceElement: body, target: body, swap: "none", text });
}

// the socket, and polling as long as there is none

function say(text) {
  const state = $("line-state");
  if (!state || state.textContent === text) return;
  state.textContent = text;
  state.hidden = !text;
}

function disconnected(text) {
  if (connected) lost = Date.now();
  connected = false;
  body.dataset.line = "lost";
  say(text);
}

async function poll() {
  asked = Date.now();
  const answered = await resync();
  if (connected) return;
  if (!navigator.onLine) say("You’re offline. This page goes on when the connection is back.");
  else if (!answered) say("No connection. Trying again…");
  else if (Date.now() - lost > BLOCKED) say("Live updates are blocked here: looking every few seconds.");
}

document.addEventListener("htmx:ws:after:connection", () => {
  connected = true;
  heard = Date.now();
  body.dataset.line = "live";
  say("");
  // What the page said of the line that was down is over; not at once, it wants to be read.
  setTimeout(() => { if (connected) document.querySelector("#notice > .toast")?.remove(); }, 4_000);
});
document.addEventListener("htmx:ws:close", (event) => {
  const code = event.detail.code;
  if (code === 4403 || code === 4401) { location.reload(); return; }
  disconnected("Connection lost. Trying again…");
});
document.addEventListener("htmx:ws:error", (event) => event.preventDefault());
document.addEventListener("htmx:ws:before:message:incoming", () => { heard = Date.now(); });

setInterval(() => {
  const now = Date.now();
  if (connected && now - heard > AFTER_SILENCE) {
    disconnected("Connection lost. Trying again…");
    reconnect();
  }
  if (!connected && !document.hidden && now - lost > POLL && now - asked > POLL) poll();
}, 1_000);

function reconnect() {
  const old = $("socket");
  if (!old) return;
  const fresh = old.cloneNode(false);
  old._htmx?.ws?.connection?.socket?.close();
  old.replaceWith(fresh);
  htmx.process(fresh);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  if (!connected) poll();
  else resync();
  if (Date.now() - heard > AFTER_SILENCE / 2) reconnect();
});
window.addEventListener("online", () => { poll(); reconnect(); });
window.addEventListener("offline", () => disconnected("You’re offline. This page goes on when the connection is back."));
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

const socket = document.createElement("div");
socket.id = "socket";
socket.hidden = true;
socket.setAttribute("hx-ws:connect", body.dataset.live);
socket.setAttribute("hx-swap", "none");
body.append(socket);

// posts: one at a time; the next tap waits for the reply and is sent if its offer still stands

document.addEventListener("htmx:config:request", (event) => {
  const request = event.detail.ctx?.request;
  if (request) {
    request.headers["X-Have"] = have();
    if (body.dataset.csrf) request.headers["X-CSRF-Token"] = body.dataset.csrf;
  }
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[name=do]");
  if (!button?.form?.hasAttribute("hx-post")) return;
  const again = event.isTrusted && button === pressed.button && Date.now() - pressed.at < SAME_TAP;
  if (event.detail > 1 || again) {
    // The second half of a double click or tap: by now the button may mean the opposite.
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  pressed = { button, at: Date.now() };
  if (button.getAttribute("aria-disabled") === "true") {
    event.preventDefault();
    if (button.dataset.why) return; // the game's own script says it
    event.stopPropagation();
    tell( document.getElementById(button.getAttribute("aria-describedby"))?.textContent || "That isn’t possible now.");
    return;
  }
  if (posting) {
    event.preventDefault();
    event.stopPropagation();
    if (button !== posting.button) held = { value: button.value, form: button.form.id, text: button.value.split(" ").slice(1).join(" "), seen: seen(button.form) };
  }
}, true);

document.addEventListener("keydown", (event) => {
  // A key held down is one press.
  if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target.closest?.("button[name=do]")) event.preventDefault();
}, true);

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.hasAttribute?.("hx-post")) return;
  typed.set(form, [...form.elements].filter((field) => field.type === "text").map((field) => [field, field.value]));
  posting ??= { button: event.submitter, form };
  form.setAttribute("aria-busy", "true");
}, true);

document.addEventListener("htmx:finally:request", (event) => {
  const form = event.target;
  form.removeAttribute?.("aria-busy");
  const { response, text: answer } = event.detail.ctx || {};
  // An error page that isn't ours, a proxy's for instance, holds no part for the notice.
  if (response?.status >= 400 && !answer?.includes("<hx-partial")) tell(`That couldn’t be done just now (error ${response.status}). Please try again.`);
  // What was said is said; what was refused or lost stays to be mended, and so does what was typed since.
  if (response?.status === 200) for (const [field, value] of typed.get(form) || []) if (field.value === value) field.value = "";
  if (posting && posting.form !== form) return;
  posting = null;
  if (!held) return;
  const { value, form: id, text, seen: then } = held;
  held = null;
  const same = [...document.querySelectorAll(`button[name=do][form="${id}"]`)]
    .find((b) => (b.value === value || b.value.split(" ").slice(1).join(" ") === text) && seen(b.form) === then && b.getAttribute("aria-disabled") !== "true");
  if (same) same.click();
  else tell("The table moved on before that tap was sent.");
});

// What an answer is sent along with: the state of the table that it saw.
const seen = (form) => form.elements.seen?.value;

document.addEventListener("htmx:error", () => {
  tell("That didn’t reach the server. Please try again.");
  resync(); // it may have reached it, and only the answer was lost
});

function tell(text) {
  const notice = $("notice");
  if (!notice) return;
  notice.dataset.v = "";
  const strip = document.createElement("p");
  strip.className = "toast";
  strip.setAttribute("role", "alert");
  strip.textContent = text;
  notice.replaceChildren(strip);
}
document.addEventListener("beepboop:tell", (event) => tell(event.detail));

// what a swap must leave: the reader's place

const FOCUSABLE = "button, a[href], input, summary, [tabindex='0']";
const visible = (element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true;
const within = (region) => [...region.querySelectorAll(FOCUSABLE)].filter(visible);

function noteFocus() {
  const region = document.activeElement?.closest(".region[id]");
  focused = region ? { id: region.id, at: within(region).indexOf(document.activeElement) } : null;
}

// The element in focus is gone, with the card that was laid for instance: on to what stands in its place; after the last
// one to the heading above it, where a reader with keys goes on from.
function keepFocus() {
  const on = document.activeElement;
  if (!focused || (on && on !== body && on.isConnected)) return;
  const region = $(focused.id);
  const here = region ? within(region) : [];
  const next = here[Math.min(focused.at, here.length - 1)] || heading(region) || $("main");
  next?.focus({ preventScroll: true });
}

// What a region is headed by, in itself or in the section around it, made ready to take the focus.
function heading(region) {
  const shown = (box) => [...(box?.querySelectorAll("h1, h2, h3") || [])].find((h) => visible(h) && h.offsetWidth > 1);
  const found = shown(region) || shown(region?.closest("section"));
  if (found) found.tabIndex = -1;
  return found;
}

// What the reader has folded open or shut stays so, and a heading that has the focus keeps it.
// htmx asks extensions alone about attributes: it is no event of the document.
htmx.registerExtension("keep", {
  htmx_before_morph_attr(element, { attrName: name, newValue }) {
    if (name === "open" && element instanceof HTMLDetailsElement) return false;
    return !(name === "tabindex" && newValue === null && element === document.activeElement);
  },
});

// the tab

const plainTitle = document.title.replace(/^\(1\) /, "");
function title(turn) {
  document.title = turn ? `(1) ${plainTitle}` : plainTitle;
  const icon = document.querySelector("link[data-icon]");
  if (icon) icon.href = turn ? "/static/img/icon-turn.svg" : "/static/img/icon.svg";
}
if (pulseNow()) title(pulseNow().dataset.turn === "1");
