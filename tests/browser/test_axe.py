"""axe-core finds nothing serious on any page, by day and by night."""

import base64
import hashlib
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.friends import DESK, PHONE
from tests.browser.pages import PAGES
from tests.conftest import Served

VENDOR = Path(__file__).parent / "vendor"
AXE = VENDOR / "axe.min.js"
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ['violations'] });
  return found.violations
    .filter((v) => ['serious', 'critical'].includes(v.impact))
    .map((v) => `${v.id}: ${v.help}: ` + v.nodes.slice(0, 4).map(
      (n) => n.html.slice(0, 140) + ' ' + (n.any[0]?.message ?? '')).join(' | '));
}"""


def test_axe_has_the_hash_that_the_readme_names():
    digest = base64.b64encode(hashlib.sha384(AXE.read_bytes()).digest()).decode()
    named = re.search(r"`sha384-([^`]+)`", (VENDOR / "README.md").read_text("utf-8"))
    assert named
    assert named[1] == digest


@pytest.mark.parametrize("name", PAGES)
async def test_axe_finds_nothing_serious(browser: Browser, house: Served, name: str):
    # The page's policy allows no script but ours; for this test alone it is put aside.
    async with PAGES[name](browser, house, bypass_csp=True, viewport=DESK) as page:
        await page.evaluate(AXE.read_text("utf-8") + "\n;0")
        wrong = []
        for size in (DESK, PHONE):
            await page.set_viewport_size(size)
            for theme in ("light", "dark") if size == DESK else ("light",):
                await page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
                for what in await page.evaluate(RUN):
                    wrong.append(f"{size['width']} {theme}: {what}")
        assert not wrong, "\n".join(wrong)
