// Motion that explains. The page is always in its final state already: this only shows how it came about, on a stage of its
// own over the map, and may fail or be turned off without harm. Data: `.player[data-run-round]` with a rail of `.rc` cards,
// each holding its frames (`li[data-at="x y facing"][data-tokens="id kind x y [lie],…"]`, perhaps with
// `[data-held="hand id kind x y [lie],…"][data-momentum="n e"]`, a collision with `[data-way="n"]`, its text the sentence).

const SVG = "http://www.w3.org/2000/svg";
const ART = "/static/img/quirky.svg#";
const SPEEDS = { slow: 1.9, normal: 1, fast: 0.45, off: 0 };
const TURN = { n: 0, e: 90, s: 180, w: 270 };
const AHEAD = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };
// Places that the templates (kit.html: token, hand_at) know as well.
const BOXES = { vase: [9, -13, 82], vase_broken: [7, 1, 86] };
const UNDER = [-26, 20];
const HANDS = {
  left: { n: [4, 66], e: [98, 8], s: [98, 66], w: [2, 8] },
  right: { n: [96, 0], e: [104, 66], s: [4, 0], w: [-4, 66] },
  rover: { n: [84, 6], e: [98, 54], s: [50, 64], w: [2, 54] },
};

const byId = (id) => document.getElementById(id);
const still = matchMedia("(prefers-reduced-motion: reduce)");

// --- Speed, kept in this browser ---

function savedSpeed() {
  try {
    const kept = localStorage.getItem("speed");
    return kept in SPEEDS ? kept : "normal";
  } catch {
    return "normal";
  }
}
let speed = savedSpeed();
const factor = () => (still.matches ? 0 : SPEEDS[speed]);

function showSpeed() {
  for (const input of document.querySelectorAll("input[data-speed]")) input.checked = input.value === speed;
}
document.addEventListener("change", (event) => {
  if (!event.target.matches?.("input[data-speed]")) return;
  speed = event.target.value;
  try {
    localStorage.setItem("speed", speed);
  } catch {
    // A browser that keeps nothing keeps the speed for this page only.
  }
});

// --- The stage: robot and tokens at a step ---

function make(name, attributes, ...inner) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...inner);
  return node;
}

const isOrder = (t) => t.kind.startsWith("order_");
const tokenBox = (t) => (isOrder(t) ? [46, -28, 60] : BOXES[t.kind] ?? [8, 2, 84]);
const plateAt = (r) => `translate(50 56) rotate(${r}) scale(.92) translate(-70 -70)`;
const plateCss = (r) => `translate(50px, 56px) rotate(${r}deg) scale(.92) translate(-70px, -70px)`;
const figure = (name, facing) => `${ART}${name}-${facing}`;
const handAt = (robot, hand, facing) => (HANDS[hand] ?? HANDS[robot])?.[facing] ?? [50, 82];
const css = ([x, y]) => `translate(${x}px, ${y}px)`;
const at = (p) => css([p.x * 100, p.y * 100]);

// What lies and is held at a step, each with its place: tokens of one space a little apart, long ones in a hand where they reach,
// what lies under the robot in front of it, to the lower left.
function lying(step) {
  const count = new Map();
  const long = step.held.filter((h) => h.lie >= 0).map((h) => ({ ...h, isUp: true }));
  return [...step.tokens].sort((a, b) => a.y - b.y).concat(long).map((t) => {
    const space = `${t.x} ${t.y}`;
    const before = count.get(space) ?? 0;
    if (!t.isUp) count.set(space, before + 1);
    const shift = t.isUp ? 0 : before * (isOrder(t) ? -44 : 24);
    const isUnder = !t.isUp && t.lie < 0 && t.x === step.x && t.y === step.y;
    const [dx, dy] = isUnder ? UNDER : [0, 0];
    return { ...t, isUnder, px: [t.x * 100 + shift + dx, t.y * 100 - Math.max(shift, 0) + dy] };
  });
}

class Stage {
  constructor(robot) {
    this.name = robot;
    this.tokens = new Map();
    this.grips = new Map();
    this.way = make("polyline", { class: "trail-dots", points: "" });
    this.plate = make("use", { class: "plate", href: `${ART}facing`, width: 140, height: 140 });
    this.fig = make("use", { x: -12, y: -24, width: 124, height: 124 });
    this.hands = make("g", {});
    this.body = make("g", {}, this.fig, this.hands);
    this.robot = make("g", { class: "robot" }, this.plate, this.body);
    this.under = make("g", {});
    this.over = make("g", {});
    this.markers = make("g", { class: "momentum" });
    this.svg = make(
      "svg",
      { class: "pieces", viewBox: "-44 -44 788 788", preserveAspectRatio: "xMinYMin slice" },
      ...[this.way, this.under, this.robot, this.over, this.markers],
    );
    this.angle = 0;
    byId("stage")?.replaceChildren(this.svg);
  }

  token(t) {
    const href = `${ART}tok-${t.kind}`;
    const group = (node) => make("g", { class: t.isUp ? "up" : "", transform: `translate(${t.px[0]} ${t.px[1]})` }, make("g", { class: "tok" }, node));
    if (t.lie >= 0) {
      const way = t.lie === 1 ? { x: 4, y: 4 } : { transform: "translate(100 4) rotate(90)" };
      return group(make("use", { href, width: 192, height: 96, ...way }));
    }
    const [x, y, size] = tokenBox(t);
    return group(make("use", { href, x, y, width: size, height: size }));
  }

  grip(h, place) {
    const node = make("g", { transform: `translate(${place[0]} ${place[1]})` });
    node.append(make("circle", { r: 27, fill: "#fffaf0", stroke: "#33261e", "stroke-width": 4 }));
    node.append(make("use", { href: `${ART}tok-${h.kind}`, x: -21, y: -22, width: 42, height: 42 }));
    if (h.hand !== "-") {
      const letter = make("text", { class: "maptxt", x: 20, y: 26.5, "font-size": 17, fill: "#fffaf0" });
      letter.textContent = h.hand[0].toUpperCase();
      node.append(make("circle", { cx: 20, cy: 20, r: 12, fill: "#33261e" }), letter);
    }
    return node;
  }

  // The momentum markers on the frame: the one that acts after the next card first.
  showMomentum(ways) {
    this.markers.replaceChildren();
    if (!ways.length) return;
    const plate = { x: -36, y: -42, width: 114 + 74 * ways.length, height: 46, rx: 20, fill: "#fffaf0", stroke: "#33261e", "stroke-width": 4.5 };
    const word = make("text", { class: "maptxt", x: 39, y: -10, "font-size": 25, fill: "#33261e" });
    word.textContent = "DRIFT";
    const line = { fill: "none", stroke: "#33261e", "stroke-width": 5, "stroke-linecap": "round", "stroke-linejoin": "round" };
    const discs = ways.flatMap((way, i) => [
      ...(i ? [make("path", { d: `M${74 + 74 * i} -28l9 9-9 9`, ...line })] : []),
      make("use", { href: `${ART}tok-momentum`, width: 54, height: 54, transform: `translate(${118 + 74 * i} -19) rotate(${TURN[way]}) translate(-27 -26)` }),
    ]);
    this.markers.append(make("rect", plate), word, ...discs);
  }

  // Puts everything where `step` says, moving from `from` over `ms`; resolves when it is there.
  async draw(step, from, ms) {
    const runs = [];
    const move = (node, frames, options) => {
      if (ms) runs.push(node.animate(frames, { duration: ms, easing: "ease-in-out", ...options }).finished.catch(() => {}));
    };
    this.robot.setAttribute("transform", `translate(${step.x * 100} ${step.y * 100})`);
    let turn = TURN[step.facing] - (((this.angle % 360) + 360) % 360);
    if (turn > 180) turn -= 360;
    if (turn < -180) turn += 360;
    const before = this.angle;
    this.angle += turn;
    this.plate.setAttribute("transform", plateAt(this.angle));
    this.fig.setAttribute("href", figure(this.name, step.facing));
    this.showMomentum(step.momentum);
    if (from) {
      if (from.x !== step.x || from.y !== step.y) {
        move(this.robot, [{ transform: at(from) }, { transform: at(step) }]);
        // A jump is seen as one: the figure leaves its plate and comes down again.
        if (step.kind === "jumped") {
          move(this.body, [{ transform: "none" }, { transform: "translate(0, -64px) scale(1.08)", offset: 0.5 }, { transform: "none" }], { easing: "ease-out" });
        }
      }
      if (turn) move(this.plate, [{ transform: plateCss(before) }, { transform: plateCss(this.angle) }]);
      if (step.kind === "collided") {
        // To the side where it went, which may be behind it.
        const [dx, dy] = AHEAD[step.way];
        const bump = `translate(${step.x * 100 + dx * 14}px, ${step.y * 100 + dy * 14}px)`;
        move(this.robot, [{ transform: at(step) }, { transform: bump, offset: 0.35 }, { transform: at(step) }]);
      }
      if (step.kind === "kept") {
        move(this.hands, [{ transform: "none" }, { transform: "translateX(-6px)", offset: 0.3 }, { transform: "translateX(6px)", offset: 0.6 }, { transform: "none" }]);
      }
      if (step.kind === "gathered") {
        const disc = this.markers.lastChild;
        if (disc) move(disc, [{ opacity: 0 }, { opacity: 1 }]);
      }
    }
    this.drawTokens(step, ms && from ? from : null, move, runs, ms);
    this.drawHands(step, ms && from ? from : null, move);
    await Promise.all(runs);
  }

  drawTokens(step, from, move, runs, ms) {
    const now = new Map(lying(step).map((t) => [t.id, t]));
    const inHand = new Set(step.held.map((h) => h.id));
    for (const [id, old] of this.tokens) {
      if (now.has(id)) continue;
      this.tokens.delete(id);
      if (!from || inHand.has(id)) {
        old.node.remove();
        continue;
      }
      // Served dishes and orders pop where they are; what is swept or visited goes into the robot.
      const to = step.kind === "served" ? "translate(0, -30px) scale(1.3)" : `${css([step.x * 100 - old.t.px[0], step.y * 100 - old.t.px[1]])} scale(.1) rotate(300deg)`;
      const gone = old.node.firstChild.animate(
        [{ transform: "none" }, { transform: "scale(1.1, .8)", offset: 0.25 }, { transform: to, opacity: 0 }],
        { duration: ms * 1.3, easing: "ease-in" },
      );
      runs.push(gone.finished.catch(() => {}).then(() => old.node.remove()));
    }
    for (const t of now.values()) {
      const old = this.tokens.get(t.id);
      if (old && old.t.kind === t.kind && old.t.lie === t.lie && old.t.isUp === t.isUp) {
        old.node.setAttribute("transform", `translate(${t.px[0]} ${t.px[1]})`);
        if (String(old.t.px) !== String(t.px)) move(old.node, [{ transform: css(old.t.px) }, { transform: css(t.px) }], { easing: t.isUp ? "ease-in-out" : "ease-in" });
        old.t = t;
      } else {
        old?.node.remove();
        const node = this.token(t);
        this.tokens.set(t.id, { node, t });
        const held = from?.held.find((h) => h.id === t.id && !(h.lie >= 0));
        if (held) {
          const [hx, hy] = handAt(this.name, held.hand, from.facing);
          move(node, [{ transform: `${css([from.x * 100 + hx - 25, from.y * 100 + hy - 25])} scale(.5)` }, { transform: css(t.px) }]);
        } else if (old) move(node.firstChild, [{ transform: "scale(.6)" }, { transform: "scale(1.15)", offset: 0.6 }, { transform: "none" }]);
      }
      // What stands on a row in front of the robot hides it, not the other way round.
      const layer = t.isUnder || (t.y > step.y && !t.isUp) ? this.over : this.under;
      const { node } = this.tokens.get(t.id);
      layer.append(node);
    }
  }

  drawHands(step, from, move) {
    this.hands.replaceChildren();
    for (const h of step.held) {
      if (h.lie >= 0) continue;
      const place = handAt(this.name, h.hand, step.facing);
      const node = this.grip(h, place);
      this.hands.append(node);
      if (!from) continue;
      const lay = from.tokens.find((t) => t.id === h.id);
      const was = from.held.find((o) => o.id === h.id);
      const start = lay
        ? [lay.x * 100 + 50 - step.x * 100, lay.y * 100 + 50 - step.y * 100]
        : was && handAt(this.name, was.hand, from.facing);
      if (start && String(start) !== String(place)) move(node, [{ transform: css(start) }, { transform: css(place) }]);
    }
  }
}

// --- A round as steps ---

function readTokens(text, isHeld) {
  return (text ? text.split(",") : []).map((part) => {
    const words = part.split(" ");
    const hand = isHeld ? words.shift() : "";
    const [id, kind, x, y, lie = -1] = words;
    return { id, kind, hand, x: Number(x), y: Number(y), lie: Number(lie) };
  });
}

function readFrame(li, place) {
  const [x, y, facing] = li.dataset.at.split(" ");
  const tokens = readTokens(li.dataset.tokens, false);
  const held = readTokens(li.dataset.held, true);
  const momentum = li.dataset.momentum ? li.dataset.momentum.split(" ") : [];
  const { kind, way } = li.dataset;
  return { place, kind, way, x: Number(x), y: Number(y), facing, tokens, held, momentum, text: li.textContent };
}

function readSteps(player) {
  const steps = [];
  for (const li of player.querySelectorAll(".run-rail > li:not(.rc) > .frames > li")) steps.push(readFrame(li, 0));
  for (const card of player.querySelectorAll(".run-rail > .rc")) {
    const place = Number(card.dataset.place);
    for (const li of card.querySelectorAll(".frames > li")) steps.push(readFrame(li, place));
  }
  return steps;
}

const labelOf = (player, place) =>
  player.querySelector(`.rc[data-place="${place}"] > .fc`)?.getAttribute("aria-label")?.split(",")[0] ?? "";

// How long a frame moves, where it isn't 300 ms.
const LASTS = { turned: 260, swept: 360, fell: 380, broke: 420, collided: 420, jumped: 480, drifted: 420, served: 460, swapped: 420 };

// --- The walk: one at a time ---

let walk = null;

function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}

class Walk {
  constructor(player, isAuto) {
    this.player = player;
    this.key = player.dataset.runRound;
    this.isAuto = isAuto;
    this.steps = readSteps(player);
    this.at = 0;
    this.ticket = 0; // a newer wish ends the older one
    this.stage = new Stage(document.querySelector("#pieces .robot")?.dataset.robot ?? "gizmo");
    document.body.classList.add("is-replay");
    document.body.classList.toggle("is-running", isAuto);
    this.show(0);
  }

  get isPlaying() {
    return document.body.classList.contains("is-playing");
  }

  set isPlaying(on) {
    document.body.classList.toggle("is-playing", on);
    for (const key of document.querySelectorAll('[data-p="play"]')) key.setAttribute("aria-label", on ? "Pause" : "Play");
  }

  mark() {
    const step = this.steps[this.at];
    for (const card of this.player.querySelectorAll(".rc")) {
      const place = Number(card.dataset.place);
      card.classList.toggle("lit", place === step.place);
      card.classList.toggle("ran", place < step.place);
    }
    const cards = this.player.querySelectorAll(".rc").length;
    const head = step.place ? `Card ${step.place} of ${cards}: ${labelOf(this.player, step.place)}.` : `Round ${this.key}.`;
    const own = this.player.querySelector(".ptext");
    if (own) own.textContent = `${head} ${step.text}`;
    const text = byId("run-text");
    if (text) {
      const bold = document.createElement("b");
      bold.textContent = head;
      text.replaceChildren(bold, ` ${step.text}`);
    }
    byId("run-line").hidden = !this.player.matches(".runpanel");
    byId("said").textContent = `${head} ${step.text}`;
  }

  // Jumps there, or walks there when `ms` is given and it is the next step.
  async show(to, ms = 0) {
    const from = this.steps[this.at];
    this.at = Math.max(0, Math.min(this.steps.length - 1, to));
    this.mark();
    await this.stage.draw(this.steps[this.at], ms ? from : null, ms);
  }

  async play() {
    const ticket = ++this.ticket;
    if (this.at >= this.steps.length - 1) await this.show(0);
    this.isPlaying = true;
    const quick = () => factor() || 1;
    await pause(500 * quick());
    while (ticket === this.ticket && walk === this && this.at < this.steps.length - 1) {
      const next = this.steps[this.at + 1];
      if (next.place !== this.steps[this.at].place) await pause(240 * quick());
      if (ticket !== this.ticket || walk !== this) return;
      const ms = LASTS[next.kind] ?? 300;
      await this.show(this.at + 1, ms * factor());
      await pause(factor() ? 130 * factor() : 900);
    }
    if (ticket !== this.ticket || walk !== this) return;
    this.isPlaying = false;
    if (this.isAuto) {
      await pause(1100 * quick());
      if (ticket === this.ticket && walk === this) this.close();
    }
  }

  halt() {
    this.ticket++;
    this.isPlaying = false;
    this.isAuto = false;
  }

  close() {
    this.halt();
    walk = null;
    const inside = this.player.contains(document.activeElement) || byId("run-line").contains(document.activeElement);
    document.body.classList.remove("is-replay", "is-running");
    byId("run-line").hidden = true;
    byId("stage").replaceChildren();
    byId("said").textContent = "";
    for (const card of document.querySelectorAll(".rc")) card.classList.remove("lit", "ran");
    const own = this.player.querySelector(".ptext");
    if (own) own.textContent = own.dataset.idle;
    if (inside) (this.player.matches(".runpanel") ? document.querySelector("[data-replay]") : this.player.querySelector('[data-p="play"]'))?.focus();
  }
}

function begin(player, isAuto) {
  walk?.close();
  try {
    walk = new Walk(player, isAuto);
    if (walk.steps.length < 2) walk.close();
  } catch (error) {
    console.warn("walk-through", error);
    document.body.classList.remove("is-replay", "is-running", "is-playing");
    walk = null;
  }
  return walk;
}

function press(key, player) {
  if (key === "skip") return walk?.close();
  if (!walk || (player && walk.player !== player)) {
    if (key === "close" || !begin(player, false)) return;
    if (key === "last") return walk.show(walk.steps.length - 1);
    if (key === "next" || key === "play") return key === "play" ? walk.play() : walk.show(1, 260 * factor());
    return;
  }
  const playing = walk.isPlaying;
  if (key !== "close") walk.halt();
  if (key === "close") walk.close();
  else if (key === "play" && !playing) walk.play();
  else if (key === "first") walk.show(0);
  else if (key === "prev") walk.show(walk.at - 1);
  else if (key === "next") walk.show(walk.at + 1, 260 * factor());
  else if (key === "last") walk.show(walk.steps.length - 1);
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const key = event.target.closest("[data-p]");
  if (key) return press(key.dataset.p, key.closest(".player"));
  if (!event.target.closest("[data-replay]")) return;
  const player = document.querySelector(".runpanel");
  document.body.classList.remove("has-unseen");
  if (player && begin(player, false)) {
    player.querySelector('[data-p="play"]')?.focus();
    walk.play();
  }
});

document.addEventListener("keydown", (event) => {
  if (!walk || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const on = document.activeElement;
  if (on?.closest("input, textarea, select, .cardb, [popover], .log")) return;
  if (event.key === "Escape") return walk.close();
  if (on !== document.body && !on?.closest(".player, #main")) return;
  const key = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (!key) return;
  event.preventDefault();
  press(key, walk.player);
});

// --- What is new since the last look ---

const newest = () => Number(document.querySelector(".runpanel")?.dataset.runRound ?? 0);
const laidIds = () => new Set([...document.querySelectorAll("#queue .rail > li[data-owner]")].map((li) => li.id));

let seenRound = newest();
let seenCards = laidIds();
let before = new Map(); // where cards can come from

document.addEventListener("htmx:before:swap", () => {
  before = new Map([...document.querySelectorAll(".seat")].map((seat) => [seat.dataset.owner, seat.getBoundingClientRect()]));
  const mine = document.body.dataset.seat;
  const hand = document.querySelector('.cardb[aria-pressed="true"]') ?? document.querySelector("#hand .hand");
  if (mine !== undefined && hand) before.set(mine, hand.getBoundingClientRect());
});

function flyIn() {
  const now = laidIds();
  const fresh = [...now].filter((id) => !seenCards.has(id));
  seenCards = now;
  if (!factor() || document.hidden || fresh.length > 3) return;
  for (const id of fresh) {
    const li = byId(id);
    const card = li?.querySelector(".bk, .fc");
    const from = before.get(li?.dataset.owner);
    if (!card) continue;
    const box = card.getBoundingClientRect();
    const start =
      from && from.width
        ? `translate(${from.left + from.width / 2 - box.left - box.width / 2}px, ${from.top + from.height / 2 - box.top - box.height / 2}px) scale(.8) rotate(-8deg)`
        : "translateY(-18px) scale(.8)";
    li.style.zIndex = "5";
    card
      .animate([{ transform: start, opacity: 0.6 }, { transform: "none", opacity: 1 }], { duration: 260 * factor(), easing: "cubic-bezier(.2,.8,.3,1.1)" })
      .finished.catch(() => {})
      .then(() => (li.style.zIndex = ""));
  }
}

function refresh() {
  showSpeed();
  flyIn();
  const round = newest();
  const player = document.querySelector(".runpanel");
  const isNew = round > seenRound;
  seenRound = Math.max(seenRound, round);
  if (walk && !isNew) {
    const same = document.contains(walk.player) && walk.player.dataset.runRound === walk.key;
    if (same) walk.mark();
    else walk.close();
    return;
  }
  if (!isNew || !player) return;
  if (factor() && !document.hidden) begin(player, true)?.play();
  else document.body.classList.add("has-unseen"); // a dot on Replay: nobody has watched this round yet
}
document.addEventListener("htmx:after:swap", refresh);

// --- From one moment of the past to another: the robot glides there ---

const stand = () => document.querySelector("#pieces .robot")?.getAttribute("transform")?.match(/-?[\d.]+/g)?.map(Number);
let stood = null;
document.addEventListener("beepboop:before", () => { stood = stand(); });
document.addEventListener("beepboop:after", () => {
  const now = stand();
  if (!document.body.classList.contains("is-past") || !factor() || document.hidden || !stood || !now || String(stood) === String(now)) return;
  document.querySelector("#pieces .robot").animate([{ transform: css(stood) }, { transform: css(now) }], { duration: 320 * factor(), easing: "ease-in-out" });
});

// --- Beep-boop: the server puts <i data-beep="seat" data-at="time"> into #beeps ---

const heard = new Set();
function beeps() {
  for (const mark of document.querySelectorAll("#beeps [data-beep]")) {
    const key = `${mark.dataset.beep} ${mark.dataset.at}`;
    if (heard.has(key)) continue;
    heard.add(key);
    bubble(mark.dataset.beep);
  }
}

function bubble(owner) {
  const seat = document.querySelector(`.seat[data-owner="${owner}"]`);
  if (!seat) return;
  const at = byId("bubbles");
  const box = seat.getBoundingClientRect();
  if (at && box.width) {
    const mark = document.createElement("span");
    mark.className = "beep";
    mark.append(make("svg", { "aria-hidden": "true" }, make("use", { href: `${ART}i-beep` })), "beep-boop!");
    mark.style.left = `${box.left + scrollX + Math.min(74, box.width * 0.3)}px`;
    mark.style.top = `${box.top + scrollY - 17}px`;
    at.append(mark);
    setTimeout(() => mark.remove(), 2800);
  }
  const name = seat.querySelector(".nm")?.textContent;
  byId("said").textContent = `${name}: beep-boop!`;
}
document.addEventListener("htmx:after:swap", beeps);
beeps();

showSpeed();
