// Keeps a page true: sockets, polling, the pulse, one post at a time. Knows no game.

const body = document.body;
const AFTER_SILENCE = 35_000;
const POLL = 3_000;
const regionsUrl = body.dataset.regions;
let heard = Date.now();
let connected = false;
let poller = 0;
let fetching = null;
let held = null; // a tap made while a post was on its way
let posting = null;

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
  if (differs(pulse)) resync();
});

// all regions, when the page and the pulse disagree, or after an absence

async function resync(poll = false) {
  if (!regionsUrl && body.dataset.live !== "/live") return;
  if (fetching) return fetching;
  const url = regionsUrl || "/lobby/regions";
  const headers = { "HX-Request": "true", "X-Have": poll || connected ? have() : have() };
  fetching = fetch(url, { headers, credentials: "same-origin", cache: "no-store" })
    .then(async (response) => {
      if (response.status === 404 || response.status === 401) { location.reload(); return; }
      heard = Date.now();
      if (response.status === 200) await apply(await response.text());
    })
    .catch(() => { if (!connected) say("No connection. Trying again…"); })
    .finally(() => { fetching = null; });
  return fetching;
}

async function apply(text) {
  await htmx.swap({ sourceElement: body, target: body, swap: "none", text });
}

// the socket

function say(text) {
  const state = $("line-state");
  if (!state) return;
  state.textContent = text;
  state.hidden = !text;
}

document.addEventListener("htmx:ws:after:connection", () => {
  connected = true;
  heard = Date.now();
  say("");
  clearInterval(poller);
  poller = 0;
});
document.addEventListener("htmx:ws:close", (event) => {
  connected = false;
  const code = event.detail.code;
  if (code === 4403 || code === 4401) { location.reload(); return; }
  say("Connection lost. Trying again…");
  if (!poller) poller = setInterval(() => { if (!document.hidden && !connected) resync(true).then(() => { if (!connected && Date.now() - heard < POLL) say("Live updates are blocked here: looking every few seconds."); }); }, POLL);
});
document.addEventListener("htmx:ws:error", (event) => event.preventDefault());
document.addEventListener("htmx:ws:before:message:incoming", () => { heard = Date.now(); });

setInterval(() => {
  if (connected && Date.now() - heard > AFTER_SILENCE) {
    connected = false;
    say("Connection lost. Trying again…");
    reconnect();
  }
}, 5_000);

function reconnect() {
  const old = $("socket");
  if (!old) return;
  const fresh = old.cloneNode(false);
  old.replaceWith(fresh);
  htmx.process(fresh);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  resync();
  if (Date.now() - heard > AFTER_SILENCE / 2) reconnect();
});
window.addEventListener("online", () => { resync(); reconnect(); });
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
  if (event.detail > 1) {
    // The second half of a double click: by now the button may mean the opposite.
    event.preventDefault();
    event.stopPropagation();
    return;
  }
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
    if (button !== posting.button) held = { value: button.value, form: button.form.id, text: button.value.split(" ").slice(1).join(" ") };
  }
}, true);

document.addEventListener("submit", (event) => {
  if (event.target.hasAttribute?.("hx-post")) posting ??= { button: event.submitter, form: event.target };
  if (event.target.hasAttribute?.("hx-post")) event.target.setAttribute("aria-busy", "true");
}, true);

document.addEventListener("htmx:finally:request", (event) => {
  const form = posting?.form;
  if (form && event.target !== form && !form.contains(event.target)) return;
  form?.removeAttribute("aria-busy");
  posting = null;
  if (!held) return;
  const { value, form: id, text } = held;
  held = null;
  const same = [...document.querySelectorAll(`button[name=do][form="${id}"]`)]
    .find((b) => (b.value === value || b.value.split(" ").slice(1).join(" ") === text) && b.getAttribute("aria-disabled") !== "true");
  if (same) same.click();
  else tell("The table moved on before that tap was sent.");
});

document.addEventListener("htmx:error", () => tell("That didn’t reach the server. Please try again."));

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

// the tab

const plainTitle = document.title.replace(/^\(1\) /, "");
function title(turn) {
  document.title = turn ? `(1) ${plainTitle}` : plainTitle;
  const icon = document.querySelector("link[data-icon]");
  if (icon) icon.href = turn ? "/static/img/icon-turn.svg" : "/static/img/icon.svg";
}
if (pulseNow()) title(pulseNow().dataset.turn === "1");
