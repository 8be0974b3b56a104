"""The files of others are the bytes that their README, and so the page's integrity hash, names."""

import base64
import hashlib
import re
from pathlib import Path

VENDOR = Path(__file__).parents[2] / "static" / "vendor"
TEXTS = {"README.md", "LICENSE", "nunito-OFL.txt"}


def named_hashes() -> dict[str, str]:
    readme = (VENDOR / "README.md").read_text("utf-8")
    return dict(re.findall(r"^\| `([^`]+)` \|.*\| `(sha384-[^`]+)` \|$", readme, re.MULTILINE))


def test_every_file_has_the_hash_that_the_readme_names():
    files = [p for p in VENDOR.rglob("*") if p.is_file() and p.name not in TEXTS]
    found = {
        str(path.relative_to(VENDOR)): "sha384-"
        + base64.b64encode(hashlib.sha384(path.read_bytes()).digest()).decode()
        for path in files
    }
    assert found == named_hashes()


def test_the_page_asks_the_cdn_for_the_same_bytes():
    boot = (VENDOR.parent / "js" / "boot.js").read_text("utf-8")
    for name, digest in named_hashes().items():
        if name.endswith(".js"):
            assert digest in boot, f"boot.js doesn't name the hash of {name}"
