"""Forms for starting a quiz and for adding a word list."""

from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.players.models import Player
from games.study.models import QuestionKind, StudyList
from games.study.services.word_lists import MAX_TEXT_LENGTH
from games.study.services.word_sources import QuizWordSource
from lexicon.models import Lexicon

OWN_LIST_PREFIX = "own-"
LENGTH_CHOICES = [(str(length), str(length)) for length in range(2, 16)]
MAX_FIRST = 100_000


class _DictionaryForm(forms.Form):
    """Base of forms about one of the offered dictionaries."""

    dictionary = forms.ModelChoiceField(
        Lexicon.objects.none(), to_field_name="slug", widget=forms.HiddenInput
    )

    def __init__(self, data: Any = None, *, lexicon: Lexicon | None = None, **kwargs: Any) -> None:
        first = {"dictionary": lexicon.slug} if lexicon else {}
        initial = first | kwargs.pop("initial", {})
        ids = f"{type(self).__name__}_%s"  # several of these forms are on one page
        super().__init__(data, initial=initial, auto_id=ids, label_suffix="", **kwargs)
        dictionary: Any = self.fields["dictionary"]
        dictionary.queryset = Lexicon.objects.offered()

    @cached_property
    def lexicon(self) -> Lexicon:
        found: Lexicon = self.cleaned_data["dictionary"]
        return found


class QuizForm(_DictionaryForm):
    """Choices for a quiz. Call ``source`` after ``is_valid``."""

    kind = forms.ChoiceField(
        label=_("Quiz me on"),
        choices=QuestionKind.choices,
        initial=QuestionKind.ANAGRAM,
        widget=forms.RadioSelect,
    )
    words = forms.ChoiceField(label=_("Words"), initial="probable")
    length = forms.ChoiceField(
        label=_("Tiles"), choices=LENGTH_CHOICES, initial="7", required=False
    )
    first = forms.IntegerField(
        label=_("Start at rank"),
        min_value=1,
        max_value=MAX_FIRST,
        initial=1,
        required=False,
        help_text=_("100 words from this rank on, most probable first."),
    )

    def __init__(self, data: Any = None, *, player: Player | None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self._sets = (
            {f"{OWN_LIST_PREFIX}{one.pk}": one for one in player.study_lists.all()}
            if player
            else {}
        )
        lexicon = kwargs.get("lexicon")
        own = [
            (key, one.name)
            for key, one in self._sets.items()
            if lexicon is None or one.lexicon_id == lexicon.pk
        ]
        words: Any = self.fields["words"]
        words.choices = [
            ("due", _("Words due for review")),
            ("probable", _("By length, most probable first")),
            ("missed", _("Words I missed")),
            *own,
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        chosen: StudyList | None = self._sets.get(cleaned.get("words", ""))
        if chosen and "dictionary" in cleaned and chosen.lexicon_id != self.lexicon.pk:
            self.add_error("words", _("That list belongs to another dictionary."))
        return cleaned

    def source(self) -> QuizWordSource:
        chosen = self.cleaned_data["words"]
        if chosen in self._sets:
            return QuizWordSource("own", word_list=self._sets[chosen])
        if chosen != "probable":
            return QuizWordSource(chosen)
        length, first = self.cleaned_data["length"], self.cleaned_data["first"]
        return QuizWordSource(chosen, int(length or 7), first or 1)


class WordListForm(_DictionaryForm):
    name = forms.CharField(label=_("List name"), max_length=60)
    text = forms.CharField(
        label=_("Words"),
        max_length=MAX_TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "dir": "auto"}),
        help_text=_("Separate words with spaces or line breaks."),
    )
