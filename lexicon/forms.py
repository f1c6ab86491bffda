"""What players may send in. The editors' forms are in :mod:`lexicon.desk.forms`."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django import forms
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from lexicon.alphabets import whole_faces
from lexicon.bags import Bag
from lexicon.graph.wordgraph import Word
from lexicon.lookup import LONGEST
from lexicon.search.query import ANY, RUN, Order, Pattern, Query, SearchError
from lexicon.search.reading import LONGEST_TEXT, Reader
from lexicon.services.disputes import LONGEST_REASON
from lexicon.wording import ORDERS, tell_search_error

Read = TypeVar("Read")
MOST_LETTERS = 21
IN_DETAIL = ("pattern", "hooks", "begins", "contains", "ends", "least", "most")
"""Fields that are folded away until they are used."""


class DisputeForm(forms.Form):
    """A doubt about a word. ``game`` and ``game_url`` come with the link on a game's page."""

    word = forms.CharField(label=_("Word"), max_length=LONGEST)
    reason = forms.CharField(
        label=_("Why should it be decided otherwise?"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("A dictionary that has it, its meaning, an example …"),
    )
    name = forms.CharField(label=_("Your name"), max_length=60, required=False)
    game = forms.CharField(max_length=120, required=False, widget=forms.HiddenInput)
    game_url = forms.CharField(max_length=300, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": ""} | kwargs)

    def clean_game_url(self) -> str:
        """A path of this site; anything else is dropped, since editors will follow it."""
        address: str = self.cleaned_data["game_url"]
        own = address.startswith("/") and url_has_allowed_host_and_scheme(address, None)
        return address if own else ""


def _typed(label: Any, help_text: Any = "") -> forms.CharField:
    """A field for letters and signs, as tiles show them."""
    attrs = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
    widget = forms.TextInput(attrs=attrs | {"dir": "auto", "enterkeyhint": "search"})
    return forms.CharField(
        label=label, help_text=help_text, max_length=LONGEST_TEXT, required=False, widget=widget
    )


def _length(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=1, max_value=MOST_LETTERS, required=False)


class SearchForm(forms.Form):
    """What is wanted of words. :attr:`query` is that in the tiles of :attr:`bag`; ``words`` are the
    tiles of the word whose hooks are asked for."""

    letters = _typed(_("Letters"), _("An anagram of these; ? is a blank."))
    shorter = forms.BooleanField(label=_("Also shorter words"), required=False)
    pattern = _typed(
        _("Pattern"), _("? is any letter, * any number of them, [AEI] one of these, [^AEI] none.")
    )
    begins = _typed(_("Begins with"))
    contains = _typed(_("Contains"))
    ends = _typed(_("Ends with"))
    hooks = _typed(_("Hooks of"), _("Words with one more letter in front or behind."))
    least = _length(_("Fewest tiles"))
    most = _length(_("Most tiles"))
    order = forms.ChoiceField(
        label=_("Order"), choices=ORDERS, required=False, widget=forms.RadioSelect
    )
    tiles = forms.ChoiceField(label=_("Tiles"), required=False)

    def __init__(self, data: Any = None, *, bags: Sequence[Bag]) -> None:
        if data:
            data = {"order": Order.ALPHABET} | {name: data[name] for name in data}
        super().__init__(data, label_suffix="", initial={"order": Order.ALPHABET})
        tiles: Any = self.fields["tiles"]
        tiles.choices = [(bag.code, bag.name) for bag in bags]
        if len(bags) == 1:
            tiles.widget = forms.HiddenInput()
        chosen = (data or {}).get("tiles", "")
        if not data:
            self.fields["letters"].widget.attrs["autofocus"] = True
        self.bag = next((bag for bag in bags if bag.code == chosen), bags[0])
        faces = self.bag.faces
        self._reader = Reader(self.bag.language, faces, whole_faces(faces))
        self.words: tuple[Word, ...] = ()
        self.query = Query()
        self.more = any((data or {}).get(name) for name in IN_DETAIL)

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        racks = self._read("letters", self._reader.read_racks)
        groups = (
            self._read("pattern", self._reader.read_patterns),
            self._around("begins", (), (RUN,)),
            self._around("contains", (RUN,), (RUN,)),
            self._around("ends", (RUN,), ()),
            self._hooked(),
        )
        least, most = said.get("least"), said.get("most")
        if least and most and least > most:
            least, most = most, least
        self.query = Query(
            racks=racks,
            shorter=bool(said.get("shorter")),
            patterns=tuple(group for group in groups if group),
            least=least,
            most=most,
            order=Order(said.get("order") or Order.ALPHABET),
        )
        return said

    def _around(self, name: str, before: Pattern, behind: Pattern) -> tuple[Pattern, ...]:
        patterns = self._read(name, self._reader.read_patterns)
        return tuple((*before, *pattern, *behind) for pattern in patterns)

    def _hooked(self) -> tuple[Pattern, ...]:
        """Patterns of the words with one tile more in front or behind."""
        words = self._read("hooks", self._reader.read_word)
        faces = ("", *self.bag.faces)
        self.words = tuple(tuple(faces[code] for code in word) for word in words)
        literal = self._read("hooks", self._reader.read_patterns) if words else ()
        return tuple(hooked for one in literal for hooked in ((ANY, *one), (*one, ANY)))

    def _read(self, name: str, read: Callable[[str], tuple[Read, ...]]) -> tuple[Read, ...]:
        try:
            return read(self.cleaned_data.get(name, ""))
        except SearchError as error:
            self.add_error(name, tell_search_error(error))
            return ()
