"""Names: one meaning for each class, no private words, no loose modules, plain names of tests.

:mod:`tests.test_code_rules` holds each domain to the names of its layers.
"""

import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_code_rules import ROOT, import_graph, tracked_files

NAMES_DJANGO_WANTS = {"Command"}

PRIVATE_WORDS = {
    *("belongings", "chair", "chairs", "crew", "cutting", "cuttings", "deed", "deeds", "ears"),
    *("gallery", "ghost", "goodbye", "hear", "heard", "hears", "lanes", "lasts", "lookers"),
    *("quarries", "quarry", "sparing", "speaks", "stirred", "stirs", "tell", "telling", "tells"),
    *("told", "troubles", "untold", "whisper", "whispers", "wishes"),
}
"""Words that no name contains, since only their inventor would know what they mean."""

PRIVATE_WORDS_OF_PYTHON = {
    *("meanwhile", "scene", "scenes", "somebody", "whoever"),
}
"""More such words, which no name in Python contains."""

PRIVATE_WORDS_OUTSIDE_TESTS = {
    *("stood", "watcher", "watchers", "weighed", "wish"),
}
"""More such words, which no name in the site's own Python and pages contains."""

PRIVATE_WORDS_OF_SITE = {
    *("dearest", "err", "halts", "laid", "lapse", "lapsed", "likeness", "sights", "slip"),
    *("slips", "tongue", "unhurried"),
}
"""More such words, which no name in the site's own Python contains."""

PRIVATE_WORDS_OF_TESTS = {
    *("anew", "anybody", "everybody", "oneself", "whatever"),
}
"""More such words, which no name in tests contains."""

PUBLIC_NAMES = {"slips", "wish"}
"""Names of the API, which its programs rely on."""

TESTS_WITHOUT_SUBJECT = re.compile(
    "test_(how|it|nor|of|one_who|so|that|they|two_who|what|whatever|where|who|whoever|whom)_"
)
"""Beginnings of names of tests that do not say what is tested."""

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


def words_of(name: str) -> set[str]:
    return {word.lower() for word in re.findall("[A-Z]?[a-z]+|[A-Z]+", name)}


def find_private_names(words: set[str], *patterns: str) -> set[str]:
    """Return the names of modules, and the names in them, that contain one of the words."""
    return {
        f"{path.relative_to(ROOT)}: {name}"
        for path in tracked_files(*patterns)
        if "migrations" not in path.parts
        for name in (path.stem, *names_in(path))
        if name not in PUBLIC_NAMES and words & words_of(name)
    }


def test_names_are_free_of_private_words() -> None:
    words = PRIVATE_WORDS | PRIVATE_WORDS_OF_PYTHON
    site = ("games/*.py", "lexicon/*.py", "scrabble_site/*.py")
    of_site = words | PRIVATE_WORDS_OUTSIDE_TESTS | PRIVATE_WORDS_OF_SITE
    assert not find_private_names(of_site, *site)
    assert not find_private_names(words | PRIVATE_WORDS_OF_TESTS, "tests/*.py")


def test_names_of_tests_begin_with_a_subject() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in tracked_files("tests/*.py")
        for name in names_in(path)
        if TESTS_WITHOUT_SUBJECT.match(name)
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


PRIVATE_WORDS_OF_PAGES = {
    *("alive", "alter", "apart", "bare", "bench", "company", "dent", "desk", "doubt", "entitle"),
    *("fate", "glance", "grip", "happened", "happening", "happenings", "hope", "insist", "lede"),
    *("lies", "lifted", "looked", "nick", "prefs", "rove", "safes", "sense", "spares", "spoken"),
    *("steals", "strike", "sure", "talk", "unfair", "unsaid", "upheld", "verb", "weigh"),
    *("weighing",),
}
"""More such words, which no name in a template, style sheet or script contains."""

NAMES_IN_TEMPLATES = re.compile(
    r"""\b(data-[\w-]+)|\b(?:id|for|class|aria-\w+by|data-open|popovertarget)=["']([^"'<>]*)"""
)
NAMES_IN_STYLES = re.compile(r"/\*.*?\*/|((?:[.#]|--|\[data-)[A-Za-z][\w-]*)", re.DOTALL)
NAMES_IN_SCRIPTS = re.compile(
    r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|(#?[A-Za-z_$][\w$]*)""", re.DOTALL
)
SELECTORS_IN_SCRIPTS = re.compile(r"[\"`, (][.#\[]([a-z_][\w-]*)")


def names_of_page_file(path: Path) -> Iterator[str]:
    """Yield its own name and the names in it: ids, classes, attributes or identifiers."""
    text = path.read_text()
    yield path.stem
    if path.suffix == ".html":
        for attribute, value in NAMES_IN_TEMPLATES.findall(text):
            yield attribute or re.sub(r"\{[{%].*?[%}]\}", " ", value)
    elif path.suffix == ".css":
        yield from NAMES_IN_STYLES.findall(text)
    else:
        yield from NAMES_IN_SCRIPTS.findall(text)
        yield from SELECTORS_IN_SCRIPTS.findall(text)


def test_names_in_pages_are_free_of_private_words() -> None:
    """Texts and stored keys may contain them; comments should not, but are not looked at."""
    paths = tracked_files("templates/*.html", "*.css", "static/js/*.js")
    assert len(paths) > 300
    words = PRIVATE_WORDS | PRIVATE_WORDS_OUTSIDE_TESTS | PRIVATE_WORDS_OF_PAGES
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in paths
        for name in names_of_page_file(path)
        if words & words_of(name)
    }
    assert not found


def test_private_words_are_listed_once() -> None:
    lists = [words for name, words in globals().items() if name.startswith("PRIVATE_WORDS")]
    assert len(lists) > 4
    counts = Counter(word for words in lists for word in words)
    assert not {word for word, count in counts.items() if count > 1}
