// The guide beside a table: shows the step that fits the table as this page shows it, and marks what the step speaks of. It knows
// no game: both are selectors on the steps (data-when, data-point; templates/parts/guide.html). Nothing is asked of the server.

const guide = document.getElementById("guide");
const steps = [...guide.querySelectorAll(".step")];
const at = guide.querySelector("[data-guide-at]");
const YEAR = 31_536_000;
const STORE = `guide ${document.body.dataset.table}`;

const all = (selector) => (selector ? [...document.querySelectorAll(selector.replaceAll("{seat}", document.body.dataset.seat ?? ""))] : []);
const fits = (step) => all(step.dataset.when).length > 0;

let seen = new Set(recall());
let current = null;
let before = ""; // which steps fitted when one last looked
let turned = false; // the reader chose this step

function recall() {
  try { return JSON.parse(sessionStorage.getItem(STORE)) ?? []; } catch { return []; }
}
function remember() {
  try { sessionStorage.setItem(STORE, JSON.stringify([...seen])); } catch { /* then it begins anew */ }
}

// What can be turned to: all that has come up, and all that fits now.
const pages = () => steps.filter((step, n) => seen.has(n) || fits(step));
const isSeen = (step) => seen.has(steps.indexOf(step));

function look() {
  if (guide.hidden) return;
  const now = steps.filter(fits);
  const which = now.map((step) => steps.indexOf(step)).join(" ");
  const known = before.split(" ");
  const fresh = now.filter((step) => !known.includes(String(steps.indexOf(step))));
  if (which !== before) turned = false;
  before = which;
  const next = fresh.find((step) => !isSeen(step)) ?? (!turned && !(current && fits(current)) ? now.find((step) => !isSeen(step)) ?? now[0] : null);
  show(next ?? current ?? steps[0]);
}

function show(step) {
  if (step !== current) {
    for (const each of steps) each.toggleAttribute("data-here", each === step);
    guide.querySelector(".steps").scrollTop = 0;
    current = step;
    seen.add(steps.indexOf(step));
    remember();
  }
  guide.querySelector("[data-guide-now]").textContent = step.querySelector("h3").textContent;
  const list = pages();
  const place = list.indexOf(step);
  at.textContent = `${place + 1} of ${list.length}`;
  for (const button of guide.querySelectorAll("[data-guide-go]")) button.setAttribute("aria-disabled", String(!list[place + Number(button.dataset.guideGo)]));
  point();
}

function point() {
  const open = !guide.hidden && guide.querySelector("details").open;
  const spoken = new Set(open && current ? all(current.dataset.point) : []);
  for (const element of all("[data-guided]")) if (!spoken.has(element)) element.removeAttribute("data-guided");
  for (const element of spoken) element.dataset.guided = "";
}

function keep(open) {
  document.cookie = `guide_${guide.dataset.guide}=${open ? "on" : "off"};path=/;max-age=${YEAR};samesite=lax`;
  guide.hidden = !open;
  if (open) look();
  else point();
}

document.addEventListener("click", (event) => {
  const on = event.target instanceof Element ? event.target.closest("[data-guide-go], [data-guide-close], [data-guide-open]") : null;
  if (!on) return;
  if (on.dataset.guideGo) {
    const list = pages();
    const next = list[list.indexOf(current) + Number(on.dataset.guideGo)];
    if (next) { turned = true; show(next); }
    return;
  }
  keep("guideOpen" in on.dataset);
  if (guide.hidden) document.querySelector('[popovertarget="menu"]')?.focus();
  else document.getElementById("guide-title").focus();
});
guide.querySelector("details").addEventListener("toggle", point);
document.addEventListener("beepboop:after", look);

guide.dataset.live = "";
guide.querySelector(".turn-over").hidden = false;
for (const button of document.querySelectorAll("[data-guide-open]")) button.hidden = false;
look();
