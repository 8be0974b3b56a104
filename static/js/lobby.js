/* The pages around the table. Everything works without this file; it adds a few comforts:
   a copy and a share button, selecting the link by a tap, putting a notice away. */

import "/static/js/word.js";

document.addEventListener("focusin", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.matches(".copy-from")) event.target.select();
});

document.addEventListener("click", (event) => {
  if (event.target instanceof Element) event.target.closest("[data-close]")?.closest(".notice")?.remove();
});

const linkOf = (name) => document.getElementById(name)?.value ?? "";

/* Both exist only on https and localhost: elsewhere the link is there to be selected. */
for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  const words = button.textContent;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(linkOf(button.dataset.copy));
      button.textContent = "Copied";
    } catch {
      document.getElementById(button.dataset.copy)?.focus();
      button.textContent = "Select and copy it";
    }
    setTimeout(() => { button.textContent = words; }, 2500);
  });
}
for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.share({ title: document.title, url: linkOf(button.dataset.share) }).catch(() => {});
  });
}

/* A plain form goes once: the second half of a double click would open a second table. */
let sent = null;
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.hasAttribute("hx-post") || event.defaultPrevented) return;
  if (sent === form) event.preventDefault();
  sent = form;
});
addEventListener("pageshow", () => { sent = null; });
