"""Word graphs of revisions: compiled once, despite failures, races and lost files."""

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from lexicon import store
from lexicon.graph import build
from lexicon.graph.build_process import build_in_process
from lexicon.models import Lexicon, Revision
from lexicon.services.revisions import Author, publish_words
from lexicon.terms.alphabets import list_language_alphabets
from lexicon.terms.errors import BuildError

ENGLISH = list_language_alphabets("en")[0].faces
HOLD_LOCK = """
import fcntl, sys
file = open(sys.argv[1], "w")
fcntl.flock(file, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Record the files built during the test."""
    made: list[Path] = []
    original = store._build

    def count(text: str, faces: tuple[str, ...], path: Path, progress: Any) -> None:
        made.append(path)
        original(text, faces, path, progress)

    monkeypatch.setattr(store, "_build", count)
    return made


def current(lexicon: Lexicon) -> Revision:
    assert lexicon.current_revision is not None
    return lexicon.current_revision


def test_a_revision_opens_as_a_graph(lexicon: Lexicon) -> None:
    graph = store.open_lexicon(current(lexicon).pk, ENGLISH)
    assert ("C", "A", "T") in graph
    assert ("T", "A", "C") not in graph
    assert store.open_lexicon(current(lexicon).pk, ENGLISH) is graph


def test_an_old_revision_keeps_its_words(lexicon: Lexicon) -> None:
    old = current(lexicon)
    publish_words(lexicon, ["EMU", "CAT"], base=old, author=Author("x"), note="n")
    assert ("D", "O", "G") in store.open_lexicon(old.pk, ENGLISH)
    assert ("D", "O", "G") not in store.open_lexicon(current(lexicon).pk, ENGLISH)


def test_the_same_words_are_compiled_once_for_all_revisions(
    lexicon: Lexicon, builds: list[Path]
) -> None:
    twin = Lexicon.objects.create(slug="twin", name="Twin", language="en")
    words = store.read_text(current(lexicon).sha256).split()
    publish_words(twin, words, base=None, author=Author("x"), note="n")
    store.close_graphs()
    store.open_lexicon(current(lexicon).pk, ENGLISH)
    store.open_lexicon(current(twin).pk, ENGLISH)
    assert builds == []


@pytest.mark.parametrize("damage", [b"", b"half a gra", "truncate"])
def test_a_broken_file_is_built_again(
    lexicon: Lexicon, builds: list[Path], damage: bytes | str
) -> None:
    path = store.graph_path(current(lexicon).sha256, ENGLISH)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if isinstance(damage, str) else damage)
    assert ("Z", "A", "X") in store.open_lexicon(current(lexicon).pk, ENGLISH)
    assert builds == [path]
    assert path.read_bytes() == whole


def test_a_server_builds_in_a_separate_process(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    revision = current(lexicon)
    text = store.read_text(revision.sha256)
    path = store.graph_path(revision.sha256, ENGLISH)
    whole = path.read_bytes()
    path.unlink()
    steps: list[tuple[int, int]] = []

    def compile_it() -> None:
        store.compile_words(text, revision.sha256, ENGLISH, lambda *step: steps.append(step))

    monkeypatch.setattr(build, "build_graph", None)
    thread = threading.Thread(target=compile_it)
    thread.start()
    thread.join()
    assert path.read_bytes() == whole
    assert steps[-1][0] == steps[-1][1] > 1


def test_a_failed_builder_is_reported(own_cache: Path) -> None:
    with pytest.raises(BuildError, match="Could not build"):
        build_in_process("CAT\n", [], own_cache / "x.graph")
    assert not list(own_cache.glob("*"))


def test_two_builders_at_once_build_once(lexicon: Lexicon, builds: list[Path]) -> None:
    revision = current(lexicon)
    text = store.read_text(revision.sha256)
    store.graph_path(revision.sha256, ENGLISH).unlink()
    start = threading.Barrier(6)
    failures: list[BaseException] = []

    def compile_it() -> None:
        start.wait()
        try:
            store.compile_words(text, revision.sha256, ENGLISH, lambda _done, _total: None)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=compile_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(builds) == 1


def test_a_killed_builder_leaves_no_lock_behind(lexicon: Lexicon, own_cache: Path) -> None:
    revision = current(lexicon)
    path = store.graph_path(revision.sha256, ENGLISH)
    path.unlink()
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            HOLD_LOCK,
            str(path.with_suffix(".lock")),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    holder.kill()
    holder.communicate()
    assert ("Q", "I") in store.open_lexicon(revision.pk, ENGLISH)


def test_spanish_digraphs_use_their_own_tile(db: None) -> None:
    spanish = Lexicon.objects.create(slug="es", name="Es", language="es")
    publish_words(spanish, ["CALLE", "PERRO"], base=None, author=Author("x"), note="n")
    faces = list_language_alphabets("es")[0].faces
    graph = store.open_lexicon(current(spanish).pk, faces)
    assert ("C", "A", "LL", "E") in graph
    assert ("C", "A", "L", "L", "E") not in graph
    assert len(graph) == 2


def test_every_alphabet_has_its_own_graph(lexicon: Lexicon) -> None:
    """A language's editions share the words, but not the codes of the tiles."""
    revision = current(lexicon)
    backwards = ENGLISH[::-1]
    graphs = [store.open_lexicon(revision.pk, faces) for faces in (ENGLISH, backwards)]
    assert [graph.alphabet for graph in graphs] == [ENGLISH, backwards]
    assert all(("Z", "A", "X") in graph for graph in graphs)
    store.close_graphs()
    again = store.open_lexicon(revision.pk, backwards)
    assert again.alphabet == backwards, "and another process distinguishes the files"


def test_editions_that_require_digraph_tiles_have_another_graph(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    faces = ("C", "A", "L", "LL", "E")
    before = store.graph_path(current(lexicon).sha256, faces)
    monkeypatch.setattr(store, "list_unsplittable_faces", lambda _faces: ("LL",))
    assert store.graph_path(current(lexicon).sha256, faces) != before
