"""One part of a page as compact HTML, rendered anew only when what it shows has changed."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import get_language


def render_part(name: str, context: dict[str, Any]) -> str:
    """One part, by domain and root id: "play/_tiles".

    Templates are loaded without the line breaks between their tags.
    """
    return render_to_string(f"games/{name}.html", context)


class PartsKept:
    """The last text of each part, by where it was shown. Threads share it.

    While a part is rendered it is noted which fields of its view it reads; as long as these hold
    the same, so does the text.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._lock = Lock()

    def render(self, name: str, place: Hashable, view: object) -> str:
        """A part of a view, whose template knows nothing else. ``place`` tells apart those who
        look, so that nobody is shown what was rendered for others."""
        key = (name, place, get_language())
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
        if kept is not None and kept.holds_for(view):
            return kept.text
        noted = _Noted(view)
        text = render_part(name, {"view": noted})
        with self._lock:
            self._kept[key] = _Kept(noted.read, text)
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return text

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()


class _Kept(NamedTuple):
    read: dict[str, Any]
    text: str

    def holds_for(self, view: object) -> bool:
        return all(
            (now := getattr(view, name)) is then or now == then for name, then in self.read.items()
        )


class _Noted:
    """Stands for a view and notes what is read of it."""

    def __init__(self, view: object) -> None:
        self.view = view
        self.read: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        value = self.read[name] = getattr(self.view, name)
        return value
