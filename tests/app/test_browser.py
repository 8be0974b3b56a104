"""The browser that tests share: it starts, and a test that leaves errors in its console fails."""

import pytest

from tests.conftest import page_without_errors


async def test_a_quiet_page_passes(browser):
    async with page_without_errors(browser, viewport={"width": 390, "height": 844}) as page:
        await page.goto("data:text/html,<title>quiet</title>")
        assert await page.title() == "quiet"
        assert await page.evaluate("innerWidth") == 390


@pytest.mark.parametrize("fault", ["console.error('oh no')", "throw new Error('oh no')"])
async def test_an_error_on_the_page_fails_the_test(browser, fault: str):
    with pytest.raises(AssertionError, match="oh no"):
        async with page_without_errors(browser) as page:
            await page.goto(f"data:text/html,<script>{fault}</script>")
    async with page_without_errors(browser, expected=("oh no",)) as page:
        await page.goto(f"data:text/html,<script>{fault}</script>")


async def test_the_start_page_opens_without_errors(app_server, browser):
    server = app_server()
    async with page_without_errors(browser) as page:
        await page.goto(server.url)
        assert await page.title()
