"""Every page at three sizes and in both themes: it fits, can be hit and can be read."""

import base64
import hashlib
import re

import pytest
from playwright.async_api import Browser, Page

from tests.browser.fit import AXE, HIGH, SIZES, THEMES, bring_axe, faults
from tests.browser.friends import DESK
from tests.browser.pages import PAGES
from tests.conftest import Served


def test_axe_has_the_hash_that_the_readme_names():
    digest = base64.b64encode(hashlib.sha384(AXE.read_bytes()).digest()).decode()
    named = re.search(r"`sha384-([^`]+)`", (AXE.parent / "README.md").read_text("utf-8"))
    assert named
    assert named[1] == digest


async def program_faults(page: Page) -> list[str]:
    """While the team programs, all of it is in sight at a desk, and the signals stand in their
    panel."""
    wrong = []
    high, tall = await page.evaluate(HIGH)
    if page.viewport_size == DESK and high > tall:
        wrong.append(f"the program phase scrolls: {high} > {tall}")
    box = await page.locator(".mine").bounding_box()
    inner = await page.locator("#moves .signals").bounding_box()
    assert box
    assert inner
    if inner["y"] + inner["height"] > box["y"] + box["height"] + 1:
        wrong.append(f"the signals stand below their panel: {inner} {box}")
    return wrong


@pytest.mark.parametrize("name", PAGES)
async def test_it_fits_and_can_be_read(browser: Browser, house: Served, name: str):
    async with PAGES[name](browser, house, bypass_csp=True, viewport=DESK) as page:
        await bring_axe(page)
        wrong = []
        for size in SIZES:
            for theme in THEMES:
                wrong += await faults(page, size, theme)
                if name == "program":
                    wrong += await program_faults(page)
        assert not wrong, "\n".join(wrong)
