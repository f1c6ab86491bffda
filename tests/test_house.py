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

from tests.domains import (
    ASSEMBLY,
    DOORS,
    INSIDE,
    LEXICON_LAYERS,
    LIBRARIES,
    MAY_USE,
    MORE_DOORS,
)

ROOT = Path(__file__).resolve().parent.parent

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


def domain_of(module: str) -> str:
    return module.split(".")[1] if module.startswith("games.") else ""


def test_every_module_of_the_games_belongs_to_a_domain() -> None:
    found = {domain_of(name) for name in import_graph().find_children("games")}
    assert found == set(MAY_USE) | ASSEMBLY, "give new domains a place in MAY_USE"


def test_the_domains_form_no_ring() -> None:
    reached: dict[str, set[str]] = {}
    for domain, used in MAY_USE.items():
        assert used <= reached.keys(), f"{domain} may use only what stands above it in the table"
        reached[domain] = used


def test_domains_use_whom_they_may() -> None:
    broken = [
        (importer, imported)
        for importer, imported in imports_of("games")
        if (user := domain_of(importer)) in MAY_USE and (used := domain_of(imported)) in MAY_USE
        if used not in {user, "common", *MAY_USE[user]}
    ]
    assert not broken


def test_domains_are_entered_by_their_doors() -> None:
    def is_door(imported: str) -> bool:
        domain = domain_of(imported)
        doors = DOORS | MORE_DOORS.get(domain, set())
        starts = [f"games.{domain}.{door}" for door in doors]
        return any(imported == start or imported.startswith(f"{start}.") for start in starts)

    broken = [
        (importer, imported)
        for importer, imported in imports_of("games")
        if domain_of(importer) in MAY_USE and domain_of(imported) in MAY_USE.keys() - LIBRARIES
        if domain_of(importer) != domain_of(imported) and not is_door(imported)
    ]
    assert not broken


@pytest.mark.parametrize("domain", sorted(MAY_USE.keys() - LIBRARIES))
def test_arrows_point_downwards(domain: str) -> None:
    present = import_graph().find_children(f"games.{domain}")
    placed = {f"games.{domain}.{name}" for names in INSIDE for name in names}
    assert present <= placed, "give new modules a place in INSIDE"
    layers = [
        grimp.Layer(*found, independent=False)
        for names in INSIDE
        if (found := {f"games.{domain}.{name}" for name in names} & present)
    ]
    broken = import_graph().find_illegal_dependencies_for_layers(layers=layers)
    assert not {f"{chain.importer} reaches {chain.imported}" for chain in broken}


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


PIN = re.compile(r"^([A-Za-z0-9_.-]+)(?:\[[a-z,]+\])?==([0-9][\w.]*)")


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_requirement_is_pinned_and_locked_with_hashes(name: str) -> None:
    """Run ``.ci/lock`` after a change of requirements."""
    lines = [line.split("#")[0].strip() for line in (ROOT / name).read_text().splitlines()]
    wanted = [PIN.match(line) for line in lines if line and not line.startswith("-r ")]
    assert all(wanted), "a version for each"
    locked = (ROOT / ".ci" / "locked" / name).read_text().replace("\\\n", "").splitlines()
    found = {canonical(pin): line for line in locked if (pin := PIN.match(line))}
    assert {canonical(pin) for pin in wanted if pin} <= found.keys()
    assert not [line for line in found.values() if "--hash=sha256:" not in line]


def canonical(pin: re.Match[str]) -> tuple[str, str]:
    return re.sub(r"[-_.]+", "-", pin[1]).lower(), pin[2]


@pytest.mark.django_db
def test_migrations_are_complete() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
