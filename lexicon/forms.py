"""Forms of the players' pages. The editors' forms are in :mod:`lexicon.admin.forms`."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django import forms
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from lexicon.graph.wordgraph import Word
from lexicon.perspective.word_check import MAX_WORD_LENGTH
from lexicon.perspective.wording import ORDERS, describe_search_error
from lexicon.search.query import ANY_ONE_TILE, ANY_TILES, Pattern, SearchError, WordOrder, WordQuery
from lexicon.search.query_reader import MAX_TEXT_LENGTH, QueryReader
from lexicon.services.disputes import MAX_REASON_LENGTH
from lexicon.terms.alphabets import list_unsplittable_faces
from lexicon.terms.bags import TileBag

Read = TypeVar("Read")
MAX_LETTERS = 21
DETAIL_FIELDS = ("pattern", "hooks", "begins", "contains", "ends", "least", "most")
"""Fields that are collapsed until they are used."""


class DisputeForm(forms.Form):
    """Disputes a word. ``game`` and ``game_url`` are prefilled by the link on a game's page."""

    word = forms.CharField(label=_("Word"), max_length=MAX_WORD_LENGTH)
    reason = forms.CharField(
        label=_("Why should this change?"),
        max_length=MAX_REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_(
            "For example, its meaning, a dictionary that lists it or a sentence that uses it."
        ),
    )
    name = forms.CharField(label=_("Your name"), max_length=60, required=False)
    game = forms.CharField(max_length=120, required=False, widget=forms.HiddenInput)
    game_url = forms.CharField(max_length=300, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": ""} | kwargs)

    def clean_game_url(self) -> str:
        """Keep a path of this site only, because editors will follow the link."""
        address: str = self.cleaned_data["game_url"]
        own = address.startswith("/") and url_has_allowed_host_and_scheme(address, None)
        return address if own else ""


def _typed(label: Any, help_text: Any = "") -> forms.CharField:
    """Build a field for letters and pattern signs."""
    attrs = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
    widget = forms.TextInput(attrs=attrs | {"dir": "auto", "enterkeyhint": "search"})
    return forms.CharField(
        label=label, help_text=help_text, max_length=MAX_TEXT_LENGTH, required=False, widget=widget
    )


def _length(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=1, max_value=MAX_LETTERS, required=False)


class PlayerSearchForm(forms.Form):
    """A word search. After validation, :attr:`query` is the search in the tiles of :attr:`bag`.

    :attr:`words` are the readings, in tiles, of the word whose hooks are wanted.
    """

    letters = _typed(_("Letters"), _("Finds anagrams of these letters. ? is a blank."))
    shorter = forms.BooleanField(label=_("Include shorter words"), required=False)
    pattern = _typed(
        _("Pattern"),
        _("? is any letter, * any number of letters, [AEI] one of these, [^AEI] any other."),
    )
    begins = _typed(_("Begins with"))
    contains = _typed(_("Contains"))
    ends = _typed(_("Ends with"))
    hooks = _typed(_("Hooks of"), _("Finds words with one letter added at the front or back."))
    least = _length(_("Minimum tiles"))
    most = _length(_("Maximum tiles"))
    order = forms.ChoiceField(
        label=_("Sort by"), choices=ORDERS, required=False, widget=forms.RadioSelect
    )
    tiles = forms.ChoiceField(label=_("Tiles"), required=False)

    def __init__(self, data: Any = None, *, bags: Sequence[TileBag]) -> None:
        if data:
            data = {"order": WordOrder.ALPHABET} | {name: data[name] for name in data}
        super().__init__(data, label_suffix="", initial={"order": WordOrder.ALPHABET})
        tiles: Any = self.fields["tiles"]
        tiles.choices = [(bag.code, bag.name) for bag in bags]
        if len(bags) == 1:
            tiles.widget = forms.HiddenInput()
        chosen = (data or {}).get("tiles", "")
        if not data:
            self.fields["letters"].widget.attrs["autofocus"] = True
        self.bag = next((bag for bag in bags if bag.code == chosen), bags[0])
        faces = self.bag.faces
        self._reader = QueryReader(self.bag.language, faces, list_unsplittable_faces(faces))
        self.words: tuple[Word, ...] = ()
        self.query = WordQuery()
        self.more = any((data or {}).get(name) for name in DETAIL_FIELDS)

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        racks = self._read("letters", self._reader.read_racks)
        groups = (
            self._read("pattern", self._reader.read_patterns),
            self._around("begins", (), (ANY_TILES,)),
            self._around("contains", (ANY_TILES,), (ANY_TILES,)),
            self._around("ends", (ANY_TILES,), ()),
            self._hooked(),
        )
        least, most = cleaned.get("least"), cleaned.get("most")
        if least and most and least > most:
            least, most = most, least
        self.query = WordQuery(
            racks=racks,
            shorter=bool(cleaned.get("shorter")),
            patterns=tuple(group for group in groups if group),
            min_length=least,
            max_length=most,
            order=WordOrder(cleaned.get("order") or WordOrder.ALPHABET),
        )
        return cleaned

    def _around(self, name: str, before: Pattern, behind: Pattern) -> tuple[Pattern, ...]:
        patterns = self._read(name, self._reader.read_patterns)
        return tuple((*before, *pattern, *behind) for pattern in patterns)

    def _hooked(self) -> tuple[Pattern, ...]:
        """Return the patterns of the words with one more tile in front or behind."""
        words = self._read("hooks", self._reader.read_word)
        faces = ("", *self.bag.faces)
        self.words = tuple(tuple(faces[code] for code in word) for word in words)
        literal = self._read("hooks", self._reader.read_patterns) if words else ()
        return tuple(
            hooked for one in literal for hooked in ((ANY_ONE_TILE, *one), (*one, ANY_ONE_TILE))
        )

    def _read(self, name: str, read: Callable[[str], tuple[Read, ...]]) -> tuple[Read, ...]:
        try:
            return read(self.cleaned_data.get(name, ""))
        except SearchError as error:
            self.add_error(name, describe_search_error(error))
            return ()
