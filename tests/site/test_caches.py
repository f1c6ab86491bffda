"""Every cache of room contents is listed, with its rule, in one place."""

import re
from pathlib import Path

from django.conf import settings

from games.common import latest_cache
from games.common.latest_cache import LatestCache

PLACES = ("live", "play", "chat", "duplicate", "clubs", "events", "lobby", "people", "templatetags")
CACHE = re.compile(r"^(?:@(?:lru_)?cache\b|.*\bOrderedDict\(|.*\bLatestCache\[)", re.MULTILINE)


def caches() -> set[str]:
    """Return the modules between a move and its pages that cache something."""
    games = Path(settings.BASE_DIR, "games")
    files = [path for place in PLACES for path in games.joinpath(place).rglob("*.py")]
    return {
        ".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts)
        for path in (*files, games / "common/fragment_rendering.py")
        if CACHE.search(path.read_text())
    }


def test_each_cache_documents_its_invalidation_rule() -> None:
    named = set(re.findall(r":mod:`([\w.]+)`", latest_cache.__doc__ or ""))
    assert caches() == named


def test_an_entry_is_used_only_at_its_stamp() -> None:
    kept = LatestCache[str](2)
    kept.put("room", 3, "third")
    assert (kept.get_at("room", 3), kept.get_at("room", 4), kept.get_at("room", 2)) == (
        "third",
        None,
        None,
    )
    kept.put("room", 2, "second")
    assert kept.get("room") == "third", "an older value replaces no newer one"
    for key in ("a", "b"):
        kept.put(key, 1, key)
    assert kept.get("room") is None, "the one used longest ago makes way"
