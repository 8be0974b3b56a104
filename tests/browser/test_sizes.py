"""Every page at three sizes and in both themes: nothing scrolls sideways, everything can be hit."""

import asyncio
from typing import Literal

import pytest
from playwright.async_api import Browser, Page

from tests.browser.friends import DESK, PHONE, TABLET
from tests.browser.pages import PAGES
from tests.conftest import Served

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SMALLEST = 40
WIDE = """() => {
  const root = document.documentElement;
  const out = [];
  for (const element of document.querySelectorAll('body *')) {
    const box = element.getBoundingClientRect();
    if (box.width && box.right > innerWidth + 1 && element.checkVisibility()) {
      out.push(`${element.tagName}.${element.className.baseVal ?? element.className} ${box.right}`);
    }
  }
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = root;
  return [scrollWidth, clientWidth, scrollHeight, clientHeight, out.slice(0, 8)];
}"""
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


async def is_fine(page: Page, name: str) -> list[str]:
    """What is wrong with this page at this size."""
    wrong = []
    wide, client, high, tall, out = await page.evaluate(WIDE)
    if wide > client:
        wrong.append(f"scrolls sideways: {wide} > {client}: {out}")
    if name == "program" and page.viewport_size == DESK and high > tall:
        wrong.append(f"the program phase scrolls: {high} > {tall}")
    if name == "program":
        mine, signals = page.locator(".mine"), page.locator("#moves .signals")
        box, inner = await mine.bounding_box(), await signals.bounding_box()
        assert box
        assert inner
        if inner["y"] + inner["height"] > box["y"] + box["height"] + 1:
            wrong.append(f"the signals stand below their panel: {inner} {box}")
    wrong += [f"small: {what}" for what in await page.evaluate(SMALL, SMALLEST)]
    return wrong


@pytest.mark.parametrize("name", PAGES)
async def test_it_fits(browser: Browser, house: Served, name: str):
    async with PAGES[name](browser, house, viewport=DESK) as page:
        wrong = []
        for size in (DESK, TABLET, PHONE):
            await page.set_viewport_size(size)
            for theme in THEMES:
                await page.emulate_media(color_scheme=theme)
                await asyncio.sleep(0)
                where = f"{size['width']} {theme}"
                wrong += [f"{where}: {what}" for what in await is_fine(page, name)]
        assert not wrong, "\n".join(wrong)
