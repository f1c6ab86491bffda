"""House rules that linters do not check: imports between packages, file sizes, pinned versions."""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grimp
import pytest
from django.apps import apps
from django.core.management import call_command

from tests.import_rules import (
    ALLOWED_IMPORTS,
    ASSEMBLY_MODULES,
    LAYERS,
    LEXICON_LAYERS,
    LEXICON_PUBLIC_MODULES,
    LIBRARIES,
    MORE_PUBLIC_MODULES,
    PUBLIC_MODULES,
)

ROOT = Path(__file__).resolve().parent.parent

SHARED = "scrabble_site.shared"

LONGEST_FILE = 300
LONGER_FILES = {
    "games/migrations/0001_squashed_0055_plain_fields.py": "generated, and never edited again",
}
"""Files that may be longer, by path, with the reason."""


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
    """Return the matching files of the repository, including uncommitted ones."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for line in done.stdout.splitlines() if (path := ROOT / line).is_file()]


def domain_of(module: str) -> str:
    return module.split(".")[1] if module.startswith("games.") else ""


def test_every_module_of_the_games_belongs_to_a_domain() -> None:
    found = {domain_of(name) for name in import_graph().find_children("games")}
    assert found == set(ALLOWED_IMPORTS) | ASSEMBLY_MODULES, (
        "give new domains a place in ALLOWED_IMPORTS"
    )


def test_domains_have_no_import_cycle() -> None:
    reached: dict[str, set[str]] = {}
    for domain, used in ALLOWED_IMPORTS.items():
        assert used <= reached.keys(), f"{domain} may use only what stands above it in the table"
        reached[domain] = used


def test_domains_import_only_allowed_domains() -> None:
    broken = [
        (importer, imported)
        for importer, imported in imports_of("games")
        if (user := domain_of(importer)) in ALLOWED_IMPORTS
        and (used := domain_of(imported)) in ALLOWED_IMPORTS
        if used not in {user, "common", *ALLOWED_IMPORTS[user]}
    ]
    assert not broken


def test_domains_are_imported_through_public_modules() -> None:
    def is_door(imported: str) -> bool:
        domain = domain_of(imported)
        doors = PUBLIC_MODULES | MORE_PUBLIC_MODULES.get(domain, set())
        starts = [f"games.{domain}.{door}" for door in doors]
        return any(imported == start or imported.startswith(f"{start}.") for start in starts)

    broken = [
        (importer, imported)
        for importer, imported in imports_of("games")
        if domain_of(importer) in ALLOWED_IMPORTS
        and domain_of(imported) in ALLOWED_IMPORTS.keys() - LIBRARIES
        if domain_of(importer) != domain_of(imported) and not is_door(imported)
    ]
    assert not broken


@pytest.mark.parametrize("domain", sorted(ALLOWED_IMPORTS.keys() - LIBRARIES))
def test_layers_import_only_lower_layers(domain: str) -> None:
    present = import_graph().find_children(f"games.{domain}")
    placed = {f"games.{domain}.{name}" for names in LAYERS for name in names}
    assert present <= placed, "give new modules a place in LAYERS"
    layers = [
        grimp.Layer(*found, independent=False)
        for names in LAYERS
        if (found := {f"games.{domain}.{name}" for name in names} & present)
    ]
    broken = import_graph().find_illegal_dependencies_for_layers(layers=layers)
    assert not {f"{chain.importer} reaches {chain.imported}" for chain in broken}


def test_the_lexicon_does_not_import_games() -> None:
    assert not [
        pair for pair in imports_of("lexicon") if pair[1].startswith("games") or is_project(pair[1])
    ]


def is_project(module: str) -> bool:
    """Return whether a module belongs to the project package, except for what both apps share."""
    return module.startswith("scrabble_site.") and not module.startswith(SHARED)


def test_shared_modules_import_neither_app() -> None:
    pairs = list(imports_of(SHARED))
    assert pairs
    assert not [
        pair
        for pair in pairs
        if pair[1].split(".")[0] in {"games", "lexicon"} or is_project(pair[1])
    ]


def test_games_import_the_lexicon_through_public_modules() -> None:
    doors = tuple(f"lexicon.{name}" for name in LEXICON_PUBLIC_MODULES)
    broken = [
        (importer, imported)
        for importer, imported in imports_of("games")
        if domain_of(importer) in ALLOWED_IMPORTS
        if imported.startswith("lexicon.") and not imported.startswith(doors)
    ]
    assert not broken


@pytest.mark.parametrize(
    ("package", "libraries"), [("games.rules", set[str]()), ("games.pairing", {"networkx"})]
)
def test_rules_and_pairing_use_only_the_standard_library(package: str, libraries: set[str]) -> None:
    """Except for the libraries named here."""
    pairs = list(imports_of(package))
    assert pairs
    assert not [
        (importer, imported)
        for importer, imported in pairs
        if imported != "games" and not imported.startswith(package)
        if imported.split(".")[0] not in sys.stdlib_module_names | libraries
    ]


def test_layers_of_the_lexicon_import_only_lower_layers() -> None:
    present = set(import_graph().find_children("lexicon"))
    layers = [
        grimp.Layer(*(f"lexicon.{name}" for name in names), independent=False)
        for names in LEXICON_LAYERS
    ]
    broken = import_graph().find_illegal_dependencies_for_layers(layers=layers)
    assert not {f"{chain.importer} reaches {chain.imported}" for chain in broken}
    unlayered = {"lexicon.apps", "lexicon.migrations", "lexicon.templatetags"}
    placed = {f"lexicon.{name}" for names in LEXICON_LAYERS for name in names}
    assert present == placed | unlayered, "give modules a place in LEXICON_LAYERS"


def test_word_graphs_do_not_import_django() -> None:
    pairs = list(imports_of("lexicon.graph"))
    assert pairs
    assert not [pair for pair in pairs if pair[1].split(".")[0] == "django"]


def test_word_lists_and_their_sources_import_no_models() -> None:
    pairs = list(imports_of("lexicon.lists", "lexicon.sources"))
    assert pairs
    assert not [pair for pair in pairs if pair[1].startswith("django.db")]


def test_only_commands_import_outside_packages() -> None:
    pairs = imports_of("games", "lexicon")
    outside = [pair for pair in pairs if is_project(pair[1])]
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


def test_python_files_state_their_purpose() -> None:
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
    """After a change of requirements, run ``.ci/lock``."""
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


def test_all_models_of_games_belong_to_one_app() -> None:
    """Django assigns a model to the innermost app, so each model must name ``games`` as its app."""
    own = [model for model in apps.get_models() if model.__module__.startswith("games.")]
    assert {model._meta.app_label for model in own} == {"games"}
    assert [model for model in own if not model._meta.original_attrs.get("db_table")] == []
