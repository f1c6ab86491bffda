"""The house rules that no linter knows: who may import whom, sizes, pins, no outside addresses."""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grimp
import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent

# Each may import what stands below it, nothing above; those on one line may know each other.
LAYERS = (
    {"games.urls", "games.admin"},
    {"games.views", "games.worker"},
    {"games.lobby", "games.forms", "games.gcg_export"},
    {
        "games.live.broadcast",
        "games.live.consumers",
        "games.live.hub",
        "games.live.mailbox",
        "games.live.routing",
    },
    {"games.fragments", "games.perspective"},
    {"games.gameview", "games.telling", "games.wording"},
    {"games.live.groups"},
    {"games.identity", "games.fairness"},
    {"games.verification"},
    {"games.services"},
    {"games.history"},
    {"games.store", "games.seeds"},
    {"games.models"},
    {"games.editions"},
    {"games.rules"},
    {"lexicon"},
)
LEXICON_LAYERS = (
    {"lexicon.admin", "lexicon.urls"},
    {"lexicon.desk", "lexicon.management", "lexicon.views"},
    {"lexicon.access", "lexicon.forms"},
    {"lexicon.exporting", "lexicon.lookup", "lexicon.wording"},
    {"lexicon.services"},
    {"lexicon.store"},
    {"lexicon.models"},
    {"lexicon.sources"},
    {"lexicon.lists"},
    {"lexicon.alphabets"},
    {"lexicon.graph"},
    {"lexicon.errors"},
)
WHO_MAY_IMPORT_THE_ENGINE = ("games.engine", "games.worker", "games.management")
LONGEST_FILE = 300
LONGER_FILES: dict[str, str] = {}
"""Path and reason of every file that is longer and should be."""


@cache
def import_graph() -> grimp.ImportGraph:
    return grimp.build_graph(
        "games", "lexicon", "scrabble_site", include_external_packages=True, cache_dir=None
    )


def modules_of(*packages: str) -> Iterator[str]:
    starts = tuple(f"{package}." for package in packages)
    for module in sorted(import_graph().modules):
        if module in packages or module.startswith(starts):
            yield module


def imports_of(*packages: str) -> Iterator[tuple[str, str]]:
    for module in modules_of(*packages):
        for imported in sorted(import_graph().find_modules_directly_imported_by(module)):
            yield module, imported


def tracked_files(*patterns: str) -> list[Path]:
    """Files of the repository, those not committed yet included."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for line in done.stdout.splitlines() if (path := ROOT / line).is_file()]


def test_arrows_point_downwards() -> None:
    present = import_graph().modules
    layers = [
        grimp.Layer(*found, independent=False)
        for names in LAYERS
        if (found := {name for name in names if name in present})
    ]
    broken = import_graph().find_illegal_dependencies_for_layers(layers=layers)
    assert not {f"{chain.importer} reaches {chain.imported}" for chain in broken}


def test_every_module_of_the_games_has_its_layer() -> None:
    placed = {".".join(name.split(".")[:2]) for layer in LAYERS for name in layer}
    apart = {"games.apps", "games.engine", "games.management", "games.migrations"}
    apart |= {"games.templatetags", "games.checks"}
    found = set(import_graph().find_children("games"))
    assert found <= placed | apart, "give new modules a place in LAYERS"


def test_the_lexicon_knows_nothing_of_the_games() -> None:
    assert not [
        pair
        for pair in imports_of("lexicon")
        if pair[1].split(".")[0] in {"games", "scrabble_site"}
    ]


def test_the_rules_use_the_standard_library_alone() -> None:
    pairs = list(imports_of("games.rules"))
    assert pairs
    assert not [
        (importer, imported)
        for importer, imported in pairs
        if imported != "games" and not imported.startswith("games.rules")
        if imported.split(".")[0] not in sys.stdlib_module_names
    ]


def test_arrows_inside_the_lexicon_point_downwards() -> None:
    layers = [grimp.Layer(*names, independent=False) for names in LEXICON_LAYERS]
    broken = import_graph().find_illegal_dependencies_for_layers(layers=layers)
    assert not {f"{chain.importer} reaches {chain.imported}" for chain in broken}
    apart = {"lexicon.apps", "lexicon.migrations", "lexicon.templatetags"}
    found = set(import_graph().find_children("lexicon"))
    assert found == set().union(*LEXICON_LAYERS) | apart, "give modules a place in LEXICON_LAYERS"


def test_word_graphs_are_free_of_django() -> None:
    pairs = list(imports_of("lexicon.graph"))
    assert pairs
    assert not [pair for pair in pairs if pair[1].split(".")[0] == "django"]


def test_word_lists_and_their_sources_know_no_table() -> None:
    pairs = list(imports_of("lexicon.lists", "lexicon.sources"))
    assert pairs
    assert not [pair for pair in pairs if pair[1].startswith("django.db")]


def test_only_the_worker_imports_the_engine() -> None:
    outside = [
        (importer, imported)
        for importer, imported in imports_of("games", "scrabble_site")
        if imported.startswith("games.engine")
        and not importer.startswith(WHO_MAY_IMPORT_THE_ENGINE)
    ]
    assert not outside


def test_only_commands_import_the_project() -> None:
    pairs = imports_of("games", "lexicon")
    outside = [pair for pair in pairs if pair[1].startswith("scrabble_site")]
    assert not [pair for pair in outside if not pair[0].startswith("games.management")]


def test_files_stay_short() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text().splitlines())
        for path in tracked_files("*.py", "static/*.js", "static/*.css")
    }
    assert not {
        name: length
        for name, length in lengths.items()
        if length > LONGEST_FILE and name not in LONGER_FILES
    }
    assert not [name for name in LONGER_FILES if lengths.get(name, 0) <= LONGEST_FILE]


def test_python_files_tell_their_purpose() -> None:
    without = [
        str(path.relative_to(ROOT))
        for path in tracked_files("games/*.py", "lexicon/*.py", "scrabble_site/*.py", "tests/*.py")
        if (text := path.read_text().strip()) and not text.startswith(('"""', 'r"""'))
        if "migrations" not in path.parts
    ]
    assert not without


def test_pages_load_nothing_from_elsewhere() -> None:
    outside = re.compile(
        r"""(?:src|href|action|url|import|from|@import)\s*[=(:]?\s*["'(]?\s*(?:https?:)?//(?!\{)""",
        re.IGNORECASE,
    )
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in tracked_files("templates/*", "static/*.css", "static/*.js", "static/*.svg")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if outside.search(line)
    ]
    assert not found


def test_every_requirement_is_pinned() -> None:
    pinned = re.compile(r"^[A-Za-z0-9_.-]+(\[[a-z,]+\])?==[0-9][\w.]*$")
    for name in ("requirements.txt", "requirements-dev.txt", ".ci/constraints.txt"):
        lines = [line.split("#")[0].strip() for line in (ROOT / name).read_text().splitlines()]
        loose = [line for line in lines if line and not line.startswith(("-r ", "-c "))]
        assert not [line for line in loose if not pinned.match(line)]


@pytest.mark.django_db
def test_migrations_are_complete() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
