"""Names: one meaning for each class, no private words, no loose modules.

:mod:`tests.test_code_rules` holds each domain to the names of its layers.
"""

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_code_rules import ROOT, import_graph, tracked_files

NAMES_DJANGO_WANTS = {"Command"}

PRIVATE_WORDS = {
    *("belongings", "chair", "chairs", "crew", "cutting", "cuttings", "deed", "deeds", "ears"),
    *("gallery", "hear", "heard", "hears", "lanes", "lasts", "lookers", "quarries", "quarry"),
    *("dearest", "ghost", "goodbye", "halts", "laid", "lapse", "lapsed", "likeness", "sights"),
    *("slips", "stood", "tongue", "watcher", "watchers", "weighed", "wish"),
    *("sparing", "speaks", "stirred", "stirs", "tell", "telling", "tells", "told", "troubles"),
    *("whisper", "whispers", "wishes"),
}
"""Words that no name contains, since only their inventor would know what they mean."""

PUBLIC_NAMES = {"AbsenceWish", "AnalysisWish", "RoomWish", "SeatWish", "slips"}
"""Names of the API, which its programs rely on."""

LOOSE_MODULES = {
    "games.rules": set[str](),
    "scrabble_site": {"asgi", "redis_cache", "settings", "urls"},
}
"""Modules directly in a package whose other modules are all in subpackages."""


def test_no_class_name_means_two_things() -> None:
    found: dict[str, list[str]] = {}
    for path in tracked_files("games/*.py", "lexicon/*.py"):
        if "migrations" not in path.parts:
            for name in re.findall(r"^class (\w+)", path.read_text(), re.MULTILINE):
                found.setdefault(name, []).append(str(path.relative_to(ROOT)))
    assert not {
        name: paths
        for name, paths in found.items()
        if len(paths) > 1 and name not in NAMES_DJANGO_WANTS
    }


def names_in(path: Path) -> Iterator[str]:
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.NAME:
                yield token.string


def test_names_are_free_of_private_words() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in tracked_files("games/*.py", "lexicon/*.py", "scrabble_site/*.py")
        if "migrations" not in path.parts
        for name in names_in(path)
        if name not in PUBLIC_NAMES
        and PRIVATE_WORDS & {word.lower() for word in re.findall("[A-Z]?[a-z]+|[A-Z]+", name)}
    }
    assert not found


@pytest.mark.parametrize("package", LOOSE_MODULES)
def test_modules_are_in_subpackages(package: str) -> None:
    graph = import_graph()
    loose = {
        name.rsplit(".", 1)[1]
        for name in graph.find_children(package)
        if not graph.find_children(name) and not ROOT.joinpath(*name.split(".")).is_dir()
    }
    assert loose == LOOSE_MODULES[package]
