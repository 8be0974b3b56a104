"""What has to hold for a page at any size and in both themes: nothing scrolls sideways, everything
can be hit, axe-core finds nothing serious.

The page must have been opened with `bypass_csp`: its policy allows no script but ours.
"""

from pathlib import Path
from typing import Literal

from playwright.async_api import Page, ViewportSize

from tests.browser.friends import DESK, PHONE, TABLET

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
SIZES = (DESK, TABLET, PHONE)
LOW: ViewportSize = {"width": 1280, "height": 720}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
ASKED = {"light": (DESK, PHONE), "dark": (DESK,)}
"""Sizes at which axe is asked."""
SMALLEST = 40
"""Pixels of what has to be hit."""
WIDE = """() => {
  const root = document.documentElement;
  const out = [];
  for (const element of document.querySelectorAll('body *')) {
    const box = element.getBoundingClientRect();
    if (box.width && box.right > innerWidth + 1 && element.checkVisibility()) {
      out.push(`${element.tagName}.${element.className.baseVal ?? element.className} ${box.right}`);
    }
  }
  const { scrollWidth, clientWidth } = root;
  return [scrollWidth, clientWidth, out.slice(0, 8)];
}"""
HIGH = "() => [document.documentElement.scrollHeight, document.documentElement.clientHeight]"
SMALL = """(smallest) => {
  const found = [];
  for (const element of document.querySelectorAll('button, a.btn, a.go, a.ghost, summary, input')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.type === 'hidden') continue;
    if (element.closest('.vh, [popover]:not(:popover-open)')) continue;
    // A radio or a checkbox is hit by its label just as well.
    const label = element.labels?.[0];
    const boxes = [element, label].filter(Boolean).map((e) => e.getBoundingClientRect());
    if (boxes.some((b) => b.width >= smallest - 0.5 && b.height >= smallest - 0.5)) continue;
    const [box] = boxes;
    if (box.width <= 1 || box.height <= 1) continue; // for keyboards and readers alone
    const words = element.getAttribute('aria-label') || element.textContent || element.name;
    const size = `${Math.round(box.width)} x ${Math.round(box.height)}`;
    found.push(`${words.trim().slice(0, 40)}: ${size}`);
  }
  return found;
}"""
READ = """async ([only, not]) => {
  const rules = Object.fromEntries(not.map((rule) => [rule, { enabled: false }]));
  const what = only.length ? { runOnly: only } : { rules };
  const found = await axe.run(document, { resultTypes: ['violations'], ...what });
  return found.violations
    .filter((v) => ['serious', 'critical'].includes(v.impact))
    .map((v) => `${v.id}: ${v.help}: ` + v.nodes.slice(0, 4).map(
      (n) => n.html.slice(0, 140) + ' ' + (n.any[0]?.message ?? '')).join(' | '));
}"""


async def bring_axe(page: Page) -> None:
    """Puts axe-core into the page."""
    await page.evaluate(AXE.read_text("utf-8") + "\n;0")


async def faults(page: Page, size: ViewportSize, theme: Literal["light", "dark"]) -> list[str]:
    """What is wrong with the page at this size. Axe is asked at the widest and the narrowest; about
    colours, which takes it longest, at the widest alone, and about nothing else by night."""
    await page.set_viewport_size(size)
    await page.emulate_media(color_scheme=theme)
    wrong = []
    wide, client, out = await page.evaluate(WIDE)
    if wide > client:
        wrong.append(f"scrolls sideways: {wide} > {client}: {out}")
    wrong += [f"small: {what}" for what in await page.evaluate(SMALL, SMALLEST)]
    if size in ASKED[theme]:
        colours = ["color-contrast"]
        only, without = (colours if theme == "dark" else []), ([] if size == DESK else colours)
        wrong += await page.evaluate(READ, [only, without])
    return [f"{size['width']} {theme}: {what}" for what in wrong]
