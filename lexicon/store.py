"""The store of word graphs, in which games look words up.

The words in the database are authoritative. Each machine compiles them once into a file in
``settings.LEXICON_CACHE_DIR``, and every process maps that file into memory. The file is named by a
digest of words, alphabet and file format. A builder locks a file next to it, and an unreadable file
is built again. :mod:`lexicon.graph.build` writes files atomically.
"""

import fcntl
import logging
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from time import perf_counter

from django.conf import settings

from lexicon.graph.build_process import build_in_process, is_in_server
from lexicon.graph.progress import Progress
from lexicon.graph.wordgraph import MAGIC, GraphFileError, WordGraph
from lexicon.lists.word_text import iterate_words, unpack_text
from lexicon.models import Revision, WordList
from lexicon.terms.alphabets import list_unsplittable_faces

MAX_OPEN_GRAPHS = 32
"""Graphs kept open per process. A graph dropped from the cache stays valid while it is in use."""

logger = logging.getLogger(__name__)
_open: OrderedDict[tuple[str, tuple[str, ...]], WordGraph] = OrderedDict()
# Held while the cache of open graphs is read or changed.
_open_lock = Lock()


def open_lexicon(revision_id: int, alphabet: Sequence[str]) -> WordGraph:
    """Return the graph of a revision over an alphabet, compiling it first if necessary.

    Raises ``Revision.DoesNotExist`` if the revision was deleted.
    """
    return open_words(_digest_of(revision_id), tuple(alphabet))


def open_words(digest: str, faces: tuple[str, ...], progress: Progress | None = None) -> WordGraph:
    """Return the graph of a stored word list, given the digest of its words."""
    key = (digest, faces)
    with _open_lock:
        if graph := _open.get(key):
            _open.move_to_end(key)
            return graph
    graph = _open_or_build(digest, faces, progress)
    with _open_lock:
        _open[key] = graph
        while len(_open) > MAX_OPEN_GRAPHS:
            _open.popitem(last=False)
    return graph


def compile_words(text: str, digest: str, faces: tuple[str, ...], progress: Progress) -> None:
    """Build the graph of a word list that may not be in the database yet."""
    path = graph_path(digest, faces)
    with _hold_lock(path):
        if _read(path) is None:
            _build(text, faces, path, progress)


def graph_path(digest: str, faces: Sequence[str]) -> Path:
    """Return the path of the graph of these words over this alphabet."""
    whole = list_unsplittable_faces(faces)
    # The name covers everything the graph depends on, so a file never has to be invalidated.
    key = "\n".join((MAGIC.decode(), digest, *faces, *(("", *whole) if whole else ())))
    return Path(settings.LEXICON_CACHE_DIR) / f"{sha256(key.encode()).hexdigest()[:40]}.graph"


def has_graph(revision_id: int, faces: Sequence[str]) -> bool:
    """Return whether this machine has compiled a revision, so that opening it takes no time."""
    return graph_path(_digest_of(revision_id), faces).is_file()


def close_graphs() -> None:
    """Forget this process's open graphs. For tests, and after files were moved."""
    with _open_lock:
        _open.clear()
    _digest_of.cache_clear()
    read_text.cache_clear()


@lru_cache(maxsize=1)
def read_text(digest: str) -> str:
    """Return the text of a stored word list: one word per line, sorted.

    Only the last one is cached, because a large one has tens of megabytes.
    """
    return unpack_text(WordList.objects.values_list("packed", flat=True).get(pk=digest))


@lru_cache(maxsize=1024)
def _digest_of(revision_id: int) -> str:
    # Revisions never change, so this may be cached.
    return Revision.objects.values_list("words_id", flat=True).get(pk=revision_id)


def _open_or_build(digest: str, faces: tuple[str, ...], progress: Progress | None) -> WordGraph:
    path = graph_path(digest, faces)
    if (graph := _read(path)) is not None:
        return graph
    with _hold_lock(path):
        # Another builder may have finished while this one waited.
        if (graph := _read(path)) is not None:
            return graph
        _build(unpack_text(WordList.objects.get(pk=digest).packed), faces, path, progress)
        return WordGraph.open(path)


def _read(path: Path) -> WordGraph | None:
    try:
        return WordGraph.open(path)
    except FileNotFoundError:
        return None
    except (GraphFileError, ValueError, KeyError) as error:
        logger.warning("%s is unreadable and will be rebuilt: %s", path, error)
        return None


def _build(text: str, faces: tuple[str, ...], path: Path, progress: Progress | None) -> None:
    started = perf_counter()
    if is_in_server():
        build_in_process(text, faces, path, progress, whole=list_unsplittable_faces(faces))
    else:
        # Imported late: the builder loads a compiler, which reading graphs does not need.
        from lexicon.graph.build import build_graph

        build_graph(
            iterate_words(text), faces, path, progress, whole=list_unsplittable_faces(faces)
        )
    logger.info("Built %s in %.1f s", path.name, perf_counter() - started)


@contextmanager
def _hold_lock(path: Path) -> Iterator[None]:
    """Lock a graph's path against other builders on this machine."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
