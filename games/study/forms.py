"""What people choose for a quiz, and the words they bring."""

from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.players.models import Player
from games.study.models import Kind, WordSet
from games.study.services.wordsets import LONGEST_TEXT
from games.study.sources import Source
from lexicon.models import Lexicon

OWN = "own-"
LENGTHS = [(str(length), str(length)) for length in range(2, 16)]
LAST = 100_000


class _InDictionary(forms.Form):
    """A form about one of the dictionaries on offer."""

    dictionary = forms.ModelChoiceField(
        Lexicon.objects.none(), to_field_name="slug", widget=forms.HiddenInput
    )

    def __init__(self, data: Any = None, *, lexicon: Lexicon | None = None, **kwargs: Any) -> None:
        first = {"dictionary": lexicon.slug} if lexicon else {}
        initial = first | kwargs.pop("initial", {})
        ids = f"{type(self).__name__}_%s"  # several such forms stand on one page
        super().__init__(data, initial=initial, auto_id=ids, label_suffix="", **kwargs)
        dictionary: Any = self.fields["dictionary"]
        dictionary.queryset = Lexicon.objects.offered()

    @cached_property
    def lexicon(self) -> Lexicon:
        found: Lexicon = self.cleaned_data["dictionary"]
        return found


class QuizForm(_InDictionary):
    """Call ``source`` after ``is_valid``. Own lists are on offer as far as they are in ``sets``."""

    kind = forms.ChoiceField(
        label=_("Ask me"), choices=Kind.choices, initial=Kind.ANAGRAM, widget=forms.RadioSelect
    )
    words = forms.ChoiceField(label=_("Words"), initial="probable")
    length = forms.ChoiceField(label=_("Tiles"), choices=LENGTHS, initial="7", required=False)
    first = forms.IntegerField(
        label=_("From place"),
        min_value=1,
        max_value=LAST,
        initial=1,
        required=False,
        help_text=_("A hundred words from this place on, the most probable first."),
    )

    def __init__(self, data: Any = None, *, player: Player | None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self._sets = {f"{OWN}{one.pk}": one for one in player.word_sets.all()} if player else {}
        lexicon = kwargs.get("lexicon")
        own = [
            (key, one.name)
            for key, one in self._sets.items()
            if lexicon is None or one.lexicon_id == lexicon.pk
        ]
        words: Any = self.fields["words"]
        words.choices = [
            ("due", _("What is due")),
            ("probable", _("By length, the most probable first")),
            ("missed", _("Words I missed")),
            *own,
        ]

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        chosen: WordSet | None = self._sets.get(said.get("words", ""))
        if chosen and "dictionary" in said and chosen.lexicon_id != self.lexicon.pk:
            self.add_error("words", _("That list is of another dictionary."))
        return said

    def source(self) -> Source:
        chosen = self.cleaned_data["words"]
        if chosen in self._sets:
            return Source("own", word_set=self._sets[chosen])
        if chosen != "probable":
            return Source(chosen)
        length, first = self.cleaned_data["length"], self.cleaned_data["first"]
        return Source(chosen, int(length or 7), first or 1)


class WordSetForm(_InDictionary):
    name = forms.CharField(label=_("Name of the list"), max_length=60)
    text = forms.CharField(
        label=_("Words"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "dir": "auto"}),
        help_text=_("With spaces or line breaks between them."),
    )
