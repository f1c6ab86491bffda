"""What people send along with a record, and what they are asked where it does not say."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.refusals import Unsuitable
from games.common.requests import PageRequest
from games.rules.editions import editions_for
from games.rules.gcg.decoding import MOST_BYTES
from games.rules.tiles import load_tile_set, tile_set_codes
from games.rules.variants import get_variant
from games.uploads.models import LONGEST_TITLE
from lexicon.alphabets import main_language
from lexicon.models import Lexicon, Revision
from lexicon.numbers import read_small

NO_DICTIONARY = "none"


def read_sent(request: PageRequest) -> bytes | str:
    """The record that was sent: a file as it is, or what was pasted. Raises Unsuitable
    "uploads.nothing" and "gcg.too_large"."""
    sent = request.FILES.get("file")
    if isinstance(sent, UploadedFile) and sent.size:
        if sent.size > MOST_BYTES:
            raise Unsuitable("gcg.too_large")
        return bytes(sent.read())
    pasted = request.POST.get("text", "")
    if not pasted.strip():
        raise Unsuitable("uploads.nothing")
    return pasted


def read_tile_set(request: PageRequest) -> str:
    """The tiles that were chosen, "" for what the record says; odd ones are as good as none."""
    chosen = request.POST.get("tile_set", "")
    return chosen if chosen in tile_set_codes() else ""


class KeepForm(forms.Form):
    """Asks for the tiles and the dictionary, each where the record names none that is known here.

    ``findings`` are those of the record with the tiles that are chosen so far. What was sent before
    all was asked for (it is not ``complete``) is kept and not complained of.
    """

    title = forms.CharField(label=gettext_lazy("Name of the game"), max_length=LONGEST_TITLE)
    tile_set = forms.ChoiceField(label=gettext_lazy("Tiles"))
    dictionary = forms.ChoiceField(label=gettext_lazy("Dictionary"))

    def __init__(
        self, sent: QueryDict, findings: dict[str, Any], *, asked_tiles: bool, complete: bool
    ) -> None:
        first = {"title": findings["title"]} | {name: sent[name] for name in sent if sent[name]}
        super().__init__(sent if complete else None, initial=first)
        self.named = find_named(findings)
        self.fields["title"].required = False
        if asked_tiles:
            self._offer("tile_set", self._tile_sets(findings))
        else:
            del self.fields["tile_set"]
        if self.named is None:
            self._offer("dictionary", self._dictionaries(findings))
        else:
            del self.fields["dictionary"]

    @property
    def revision(self) -> Revision | None:
        """The dictionary that was named or chosen, as it is now."""
        if self.named is not None:
            return self.named
        chosen = self.cleaned_data["dictionary"]
        if chosen == NO_DICTIONARY:
            return None
        return _offered().get(slug=chosen).current_revision

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Choose …")), *choices]

    @staticmethod
    def _tile_sets(findings: dict[str, Any]) -> list[tuple[str, str]]:
        variant = get_variant(findings["variant"])
        languages = {load_tile_set(code).language for code in tile_set_codes()}
        return [(one.code, one.name) for one in editions_for(variant, languages)]

    @staticmethod
    def _dictionaries(findings: dict[str, Any]) -> list[tuple[str, str]]:
        language = _language_of(findings)
        found = [(one.slug, one.name) for one in _offered() if one.language == language]
        return [*found, (NO_DICTIONARY, _("None: words are not judged"))]


def find_named(findings: dict[str, Any]) -> Revision | None:
    """The dictionary that the record names, if it is one of ours in the language of the tiles."""
    slug, _sep, number = findings["dictionary"].partition(" ")
    offered = _offered().filter(language=_language_of(findings))
    if slug and (wanted := read_small(number)) is not None:
        made_here = Revision.objects.filter(lexicon__in=offered, lexicon__slug=slug)
        if found := made_here.filter(number=wanted).select_related("lexicon").first():
            return found
    called = findings["lexicon"].strip()
    same = offered.filter(name__iexact=called).first() if called else None
    return same.current_revision if same else None


def _language_of(findings: dict[str, Any]) -> str:
    return main_language(load_tile_set(findings["tile_set"]).language)


def _offered() -> Any:
    return Lexicon.objects.offered().select_related("current_revision__lexicon")
