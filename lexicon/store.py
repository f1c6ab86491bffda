"""From a revision to the word graph that games look words up in.

The words in the database are the truth. Each machine compiles them once into a file of
``settings.LEXICON_CACHE_DIR``, named by a digest of words, alphabet and file format, and every
process maps that file. A builder holds a lock on a file beside it; a file that cannot be read is
built again. Files are written whole or not at all by :mod:`lexicon.graph.build`.
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

from lexicon.alphabets import whole_faces
from lexicon.graph.process import build_apart, in_server
from lexicon.graph.progress import Progress
from lexicon.graph.wordgraph import MAGIC, GraphFileError, WordGraph
from lexicon.lists.text import iterate_words, unpack_text
from lexicon.models import Revision, WordList

MOST_OPEN = 32
"""Graphs kept open per process. A map that is dropped stays valid for whoever still holds it."""

logger = logging.getLogger(__name__)
_open: OrderedDict[tuple[str, tuple[str, ...]], WordGraph] = OrderedDict()
_open_lock = Lock()


def open_lexicon(revision_id: int, alphabet: Sequence[str]) -> WordGraph:
    """The graph of a revision over an alphabet; compiled first where this machine lacks it.

    Raises ``Revision.DoesNotExist`` for a revision that is gone.
    """
    return open_words(_digest_of(revision_id), tuple(alphabet))


def open_words(digest: str, faces: tuple[str, ...], progress: Progress | None = None) -> WordGraph:
    """The graph of a stored word list, by the digest of its words."""
    key = (digest, faces)
    with _open_lock:
        if graph := _open.get(key):
            _open.move_to_end(key)
            return graph
    graph = _open_or_build(digest, faces, progress)
    with _open_lock:
        _open[key] = graph
        while len(_open) > MOST_OPEN:
            _open.popitem(last=False)
    return graph


def compile_words(text: str, digest: str, faces: tuple[str, ...], progress: Progress) -> None:
    """Build the graph of words that need not be in the database yet."""
    path = graph_path(digest, faces)
    with _hold_lock(path):
        if _read(path) is None:
            _build(text, faces, path, progress)


def graph_path(digest: str, faces: Sequence[str]) -> Path:
    """Where this machine keeps the graph of these words over this alphabet."""
    whole = whole_faces(faces)
    key = "\n".join((MAGIC.decode(), digest, *faces, *(("", *whole) if whole else ())))
    return Path(settings.LEXICON_CACHE_DIR) / f"{sha256(key.encode()).hexdigest()[:40]}.graph"


def has_graph(revision: Revision, faces: Sequence[str]) -> bool:
    """Whether this machine has compiled a revision already."""
    return graph_path(revision.words_id, faces).is_file()


def forget_open() -> None:
    """Close this process's graphs; for tests and after files were moved."""
    with _open_lock:
        _open.clear()
    _digest_of.cache_clear()
    read_text.cache_clear()


@lru_cache(maxsize=1)
def read_text(digest: str) -> str:
    """The text of a stored word list: one word a line, sorted. A large one is tens of megabytes,
    so only the last is kept at hand."""
    return unpack_text(WordList.objects.values_list("packed", flat=True).get(pk=digest))


@lru_cache(maxsize=1024)
def _digest_of(revision_id: int) -> str:
    # Revisions never change, so this may be remembered.
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
        logger.warning("%s is unreadable and will be built again: %s", path, error)
        return None


def _build(text: str, faces: tuple[str, ...], path: Path, progress: Progress | None) -> None:
    started = perf_counter()
    if in_server():
        build_apart(text, faces, path, progress, whole=whole_faces(faces))
    else:
        # The builder brings a compiler with it, which reading graphs does not need.
        from lexicon.graph.build import build_graph

        build_graph(iterate_words(text), faces, path, progress, whole=whole_faces(faces))
    logger.info("Built %s in %.1f s", path.name, perf_counter() - started)


@contextmanager
def _hold_lock(path: Path) -> Iterator[None]:
    """One builder of a file at a time, over all processes of this machine."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
