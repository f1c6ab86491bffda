"""Every file named on the page about OWASP's standard exists, and every row has a status."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "scrabble_site" / "deploy" / "ASVS.md"
STATUSES = {"met", "not met", "not applicable"}


def test_every_named_test_and_file_exists() -> None:
    text = PAGE.read_text()
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", text)
    assert len(named) > 60
    for path, name in named:
        assert f"def {name}(" in (ROOT / "tests" / path).read_text(), f"{path}::{name}"
    folders = (ROOT, ROOT / "tests", PAGE.parent)
    for path in re.findall(r"`([\w/.-]+\.(?:py|js|conf|env|html|md))`", text):
        assert any((folder / path).exists() for folder in folders), path


def test_every_requirement_is_listed_once_with_its_status() -> None:
    rows = [line.split("|") for line in PAGE.read_text().splitlines() if re.match(r"\| \d", line)]
    assert {row[2].strip() for row in rows} == STATUSES
    assert all(row[3].strip() for row in rows)
    numbers = [one for row in rows for one in re.findall(r"\d+\.\d+\.\d+", row[1])]
    assert len(numbers) == len(set(numbers))
    # Levels 1 and 2 of 5.0. The chapters on OAuth and WebRTC have one row each.
    assert len(numbers) == 217
    assert {one.split(".")[0] for one in numbers} == {*map(str, range(1, 17))} - {"10"}
