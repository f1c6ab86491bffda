"""Render one part of a page as compact HTML, and only again when its data has changed."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import get_language


def render_fragment(name: str, context: dict[str, Any]) -> str:
    """Render one part, named by domain and template, such as "play/_tiles".

    The template loader has already removed the line breaks between tags.
    """
    return render_to_string(f"games/{name}.html", context)


class FragmentCache:
    """The last HTML of each part, by the place where it is shown. Safe to share between threads.

    While a part is rendered, the cache records which fields of the view the template reads. As long
    as those fields stay equal, the HTML is reused.
    """

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._fragments: OrderedDict[Hashable, _CachedFragment] = OrderedDict()
        self._lock = Lock()

    def render(self, name: str, place: Hashable, view: object) -> str:
        """Return the HTML of a part whose template depends on ``view`` alone.

        ``place`` must distinguish viewers, so that no one sees HTML rendered for someone else.
        """
        key = (name, place, get_language())
        with self._lock:
            cached = self._fragments.get(key)
            if cached is not None:
                self._fragments.move_to_end(key)
        if cached is not None and cached.holds_for(view):
            return cached.text
        recorder = _ReadRecorder(view)
        text = render_fragment(name, {"view": recorder})
        with self._lock:
            self._fragments[key] = _CachedFragment(recorder.read, text)
            self._fragments.move_to_end(key)
            while len(self._fragments) > self._max_size:
                self._fragments.popitem(last=False)
        return text

    def forget(self) -> None:
        with self._lock:
            self._fragments.clear()


class _CachedFragment(NamedTuple):
    """The HTML of a part, and the fields of the view that were read for it."""

    read: dict[str, Any]
    text: str

    def holds_for(self, view: object) -> bool:
        # Identity first: most fields are the same object, and comparing lists is slower.
        return all(
            (now := getattr(view, name)) is then or now == then for name, then in self.read.items()
        )


class _ReadRecorder:
    """A proxy for a view that records which fields are read."""

    def __init__(self, view: object) -> None:
        self.view = view
        self.read: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        value = self.read[name] = getattr(self.view, name)
        return value
