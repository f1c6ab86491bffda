"""The upload form: the record, and the choices that the record itself leaves open."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.requests import PageRequest
from games.rules.equipment.tiles import load_tile_set, tile_set_codes
from games.rules.gcg.decoding import MAX_BYTES, decode
from games.rules.positions.editions import list_editions
from games.rules.positions.variants import get_variant
from games.uploads.models import MAX_TITLE_LENGTH
from games.uploads.services import lookup
from lexicon.models import Lexicon, Revision
from lexicon.terms.alphabets import get_main_language
from scrabble_site.shared.refusals import InvalidRequest

NO_DICTIONARY = "none"
CHOICE_FIELDS = ("title", "tile_set", "dictionary")
"""Fields that the owner fills in before the game is saved."""


def parse_sent_record(request: PageRequest) -> bytes | str:
    """Return the submitted record: the bytes of a file, or pasted text.

    Raises ``InvalidRequest`` "uploads.nothing" and "gcg.too_large".
    """
    sent = request.FILES.get("file")
    if isinstance(sent, UploadedFile) and sent.size:
        if sent.size > MAX_BYTES:
            raise InvalidRequest("gcg.too_large")
        return bytes(sent.read())
    pasted = request.POST.get("text", "")
    if not pasted.strip():
        raise InvalidRequest("uploads.nothing")
    return pasted


def collect_typed_values(request: PageRequest) -> dict[str, Any]:
    """Return what a rejected form shows again: the ``text`` and the ``chosen`` fields.

    The text of a file is included, because no page can put a file back into its field.
    """
    text = request.POST.get("text", "")
    sent = request.FILES.get("file")
    if isinstance(sent, UploadedFile) and sent.size and sent.size <= MAX_BYTES:
        sent.seek(0)
        # A byte order mark would show up as a character in the form.
        text = decode(bytes(sent.read())).removeprefix("\ufeff")
    chosen = {name: request.POST[name] for name in CHOICE_FIELDS if request.POST.get(name)}
    return {"text": text, "chosen": chosen}


def parse_tile_set(request: PageRequest) -> str:
    """Return the chosen tile set, or "" to use the record's. Unknown codes are ignored."""
    chosen = request.POST.get("tile_set", "")
    return chosen if chosen in tile_set_codes() else ""


class RecordUploadForm(forms.Form):
    """Asks for the tile set and the dictionary if the record names none that this site has.

    ``findings`` are those of the record with the tile set chosen so far. Until the form is
    ``complete``, values are kept as initial data and not validated.
    """

    title = forms.CharField(label=gettext_lazy("Name"), max_length=MAX_TITLE_LENGTH)
    tile_set = forms.ChoiceField(label=gettext_lazy("Tile set"))
    dictionary = forms.ChoiceField(label=gettext_lazy("Dictionary"))

    def __init__(
        self, sent: QueryDict, findings: dict[str, Any], *, offer_tile_sets: bool, complete: bool
    ) -> None:
        first = {"title": findings["title"]} | {name: sent[name] for name in sent if sent[name]}
        # An unbound form shows the values without error messages.
        super().__init__(sent if complete else None, initial=first)
        self.named = find_named_dictionary(findings)
        self.fields["title"].required = False
        if offer_tile_sets:
            self._offer("tile_set", self._tile_sets(findings))
        else:
            del self.fields["tile_set"]
        if self.named is None:
            self._offer("dictionary", self._dictionaries(findings))
        else:
            del self.fields["dictionary"]

    @property
    def revision(self) -> Revision | None:
        """The named or chosen dictionary."""
        if self.named is not None:
            return self.named
        chosen = self.cleaned_data["dictionary"]
        if chosen == NO_DICTIONARY:
            return None
        return _list_dictionaries().get(slug=chosen).current_revision

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Choose…")), *choices]

    @staticmethod
    def _tile_sets(findings: dict[str, Any]) -> list[tuple[str, str]]:
        variant = get_variant(findings["variant"])
        languages = {load_tile_set(code).language for code in tile_set_codes()}
        return [(edition.code, edition.name) for edition in list_editions(variant, languages)]

    @staticmethod
    def _dictionaries(findings: dict[str, Any]) -> list[tuple[str, str]]:
        language = _get_language(findings)
        found = [
            (dictionary.slug, dictionary.name)
            for dictionary in _list_dictionaries()
            if dictionary.language == language
        ]
        return [*found, (NO_DICTIONARY, _("No dictionary (words aren't checked)"))]


def find_named_dictionary(findings: dict[str, Any]) -> Revision | None:
    """Return the dictionary that the record names, if this site has it in the language of the
    tiles.
    """
    named = findings["dictionary"], findings["lexicon"]
    return lookup.find_named_revision(_get_language(findings), *named)


def _get_language(findings: dict[str, Any]) -> str:
    return get_main_language(load_tile_set(findings["tile_set"]).language)


def _list_dictionaries() -> Any:
    return Lexicon.objects.offered().select_related("current_revision__lexicon")
