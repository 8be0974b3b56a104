// Loads htmx 4 and its socket extension: from the CDN with integrity, else our own copy of the same bytes; then starts the page.

const VERSION = "4.0.1";
const CDN = `https://cdn.jsdelivr.net/npm/htmx.org@${VERSION}/dist/`;
const OWN = `/static/vendor/htmx-${VERSION}/`;
const SCRIPTS = [
  { name: "htmx.min.js", cdn: "htmx.min.js", integrity: "sha384-Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn" },
  { name: "hx-ws.min.js", cdn: "ext/hx-ws.min.js", integrity: "sha384-8iDMDuKIquXLgObstxvwGlWD1bY/ALMH7k9rbC070qmZrRvJ0BGO+8xG+Ul+J0bP" },
];
const PATIENCE = 1500;

let useCdn = document.querySelector('meta[name="cdn"]')?.content !== "off";

/* `patience` is for the CDN alone: our own copy comes from where the page came from, however slowly. */
function load(src, integrity, patience) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.async = true; // one is awaited after the other; in an ordered list a hanging one would hold up our own
    script.referrerPolicy = "no-referrer";
    script.crossOrigin = "anonymous";
    script.integrity = integrity;
    const timer = patience && setTimeout(() => giveUp(), patience);
    const giveUp = () => {
      clearTimeout(timer);
      // In another document late bytes never run.
      document.implementation.createHTMLDocument("").adoptNode(script);
      reject(new Error(src));
    };
    script.onload = () => { clearTimeout(timer); resolve(); };
    script.onerror = giveUp;
    script.src = src;
    document.head.append(script);
  });
}

async function loadOne({ name, cdn, integrity }) {
  if (useCdn) {
    try {
      await load(CDN + cdn, integrity, PATIENCE);
      return "cdn";
    } catch {
      // Our own copy is just as good, and nobody waits for the CDN twice.
      useCdn = false;
    }
  }
  await load(OWN + name, integrity);
  return "own";
}

async function boot() {
  const from = [];
  for (const script of SCRIPTS) from.push(await loadOne(script));
  document.documentElement.dataset.htmx = from.join(" ");
  Object.assign(htmx.config, {
    history: false,
    defaultTimeout: 20_000,
    ws: { pauseOnBackground: false, reconnectDelay: 1000, reconnectJitter: 0.9, reconnectMaxDelay: 8000 },
  });
  await import("/static/js/live.js");
  htmx.process(document.body);
}

if (document.body.dataset.live) {
  boot().catch(() => {
    const state = document.getElementById("line-state");
    if (state) {
      state.hidden = false;
      state.textContent = "This page can’t go on by itself here. Load it again to see what is new.";
    }
  });
}

// The light of the page: remembered in a cookie that is no secret, so that the server paints it from the start.
document.addEventListener("change", (event) => {
  const choice = event.target.closest?.("[data-theme-choice]");
  if (!choice) return;
  document.cookie = `theme=${choice.value};path=/;max-age=${choice.value ? 31_536_000 : 0};samesite=lax`;
  if (choice.value) document.documentElement.dataset.theme = choice.value;
  else delete document.documentElement.dataset.theme;
});
