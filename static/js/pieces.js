// What tables that are played on their pieces share: a word to the reader, why something can't be done, carrying a piece by
// drag, the log's last line. Knows no game.

export const GUARD = 250; // ms: the second half of a double click is no second tap
const DRAG = 9; // px before a press becomes a drag

export const byId = (id) => document.getElementById(id);
export const isOff = (element) => element.getAttribute("aria-disabled") === "true";

// To a reader of the screen.
export function say(text) {
  const said = byId("said");
  if (said) said.textContent = text;
}

let whyTimer = 0;
// Not while somebody is at its link.
function hideWhy(box) {
  if (box.matches(":hover, :focus-within")) whyTimer = setTimeout(() => hideWhy(box), 1000);
  else box.hidden = true;
}
// `rule`: the address of the rule, if it has one.
export function why(text, rule = "") {
  const box = byId("why");
  clearTimeout(whyTimer);
  if (box) {
    box.textContent = text;
    if (text && rule) {
      const link = Object.assign(document.createElement("a"), { href: rule, target: "_blank", rel: "noopener", textContent: "The rule in full" });
      box.append(" ", link);
    }
    box.hidden = !text;
    if (text) whyTimer = setTimeout(() => hideWhy(box), 7000);
  }
  if (text) say(text);
}

// A press that moves far enough carries a picture of its piece along. `grab(target, event)` gives the piece, if it can be
// carried; `lift(piece, ghost, box)` begins; `over(event)` follows, with null once it is over; `drop(event)` ends, with null if
// it was broken off. Called before a page adds its own clicks: the one that ends a drag is none of them.
export function carry({ grab, lift, over, drop, tilt }) {
  let drag = null;
  let swallow = false;

  document.addEventListener("click", (event) => {
    if (!swallow || !event.isTrusted) return;
    swallow = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  document.addEventListener("pointerdown", (event) => {
    const piece = event.target instanceof Element && !event.button ? grab(event.target, event) : null;
    if (piece) drag = { piece, id: event.pointerId, x: event.clientX, y: event.clientY, box: piece.getBoundingClientRect(), on: false };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.on) {
      if (Math.hypot(dx, dy) < DRAG) return;
      drag.on = true;
      drag.ghost = document.createElement("div");
      drag.ghost.className = "dragged";
      drag.ghost.append(drag.piece.querySelector("svg").cloneNode(true));
      lift(drag.piece, drag.ghost, drag.box);
      document.body.append(drag.ghost);
      drag.piece.classList.add("ghosted");
    }
    drag.ghost.style.transform = `translate(${drag.box.left + dx}px, ${drag.box.top + dy}px) rotate(${tilt}deg)`;
    over(event);
  });

  function end(event) {
    const { piece, ghost, on } = drag;
    drag = null;
    if (!on) return;
    ghost.remove();
    piece.classList.remove("ghosted");
    over(null);
    drop(event);
  }

  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (drag.on) {
      swallow = true;
      setTimeout(() => (swallow = false), 60);
    }
    end(event);
  });
  document.addEventListener("pointercancel", () => drag && end(null));

  return { isOn: () => Boolean(drag?.on), breakOff: () => end(null) };
}

// The log's last line stands in its bar, and the log opens at its end.
export function showLastLine() {
  const last = byId("log-last");
  if (last) last.textContent = byId("log-lines")?.lastElementChild?.firstElementChild?.textContent ?? "";
}
document.addEventListener("toggle", (event) => {
  const lines = event.target.id === "logbox" && event.target.open ? byId("log-lines") : null;
  if (lines) lines.scrollTop = lines.scrollHeight;
}, true);
