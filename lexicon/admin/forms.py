"""Forms of the editors' pages."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lexicon.lists.decoding import MAX_BYTES
from lexicon.lists.list_reader import ListFormat, make_word_filter
from lexicon.lists.word_filter import MAX_WORD_LENGTH, MIN_WORD_LENGTH, CapitalsRule
from lexicon.lists.word_text import name_words
from lexicon.models import ImportJob, Lexicon
from lexicon.perspective.word_check import split_words
from lexicon.perspective.wording import CAPITALS, ENCODINGS, REASONS
from lexicon.templatetags.final_letters import list_as_written
from lexicon.terms.alphabets import list_languages
from scrabble_site.shared.language_names import translate_language_name


class LexiconForm(forms.ModelForm):
    """The properties of a dictionary. Its language and code are fixed once it has words."""

    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        help_text=gettext_lazy("Only languages with a tile set are listed."),
    )

    class Meta:
        model = Lexicon
        fields = (
            "name", "slug", "language", "description", "source", "licence", "hidden", "default",
            "site_default",
        )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if isinstance(field := self.fields.get("language"), forms.ChoiceField):
            field.choices = [
                (code, translate_language_name(name)) for code, name in list_languages()
            ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("hidden") and (cleaned.get("default") or cleaned.get("site_default")):
            raise ValidationError(_("A hidden dictionary can't be the default."))
        return cleaned


class EditorForm(forms.Form):
    """Base class of forms on the editors' pages: labels without colons."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": ""} | kwargs)


class ChangeForm(EditorForm):
    """Adds and removes words. ``base`` is the revision the editor saw."""

    add = forms.CharField(
        label=gettext_lazy("Add"), required=False, strip=True,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
    )  # fmt: skip
    remove = forms.CharField(
        label=gettext_lazy("Remove"), required=False, strip=True,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
    )  # fmt: skip
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=500,
        help_text=gettext_lazy("Shown in the history with your name."),
    )  # fmt: skip
    base = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, language: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.language = language

    def clean_add(self) -> list[str]:
        return self._read_words("add")

    def clean_remove(self) -> list[str]:
        return self._read_words("remove")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        add, remove = cleaned.get("add"), cleaned.get("remove")
        if not self.errors and not add and not remove:
            raise ValidationError(_("Enter words to add or remove."))
        if both := set(add or ()) & set(remove or ()):
            raise ValidationError(
                _("These words are in both lists: %(words)s")
                % {"words": list_as_written(sorted(both))}
            )
        return cleaned

    def _read_words(self, name: str) -> list[str]:
        """Return the folded words. Raises ``ValidationError`` if one of them is not playable."""
        capitals: CapitalsRule = "accept"
        word_filter = make_word_filter(ListFormat(self.language, capitals))
        good: list[str] = []
        bad: list[str] = []
        for typed in split_words(self.cleaned_data[name]):
            word, reason = word_filter.check_word(typed)
            if reason is None:
                good.append(word)
            else:
                bad.append(f"{typed[:32]} ({REASONS[reason]})")
        if bad:
            raise ValidationError(
                _("These can't be words here: %(words)s") % {"words": name_words(bad)}
            )
        return good


class UploadForm(EditorForm):
    file = forms.FileField(
        label=gettext_lazy("Word list"),
        help_text=gettext_lazy(
            "Plain text with one word per line, optionally followed by a tab and a definition. "
            "UTF-8 or ISO-8859-1, up to 50 MB; gzip is fine."
        ),
    )
    mode = forms.ChoiceField(
        label=gettext_lazy("Action"),
        choices=ImportJob.Mode.choices,
        widget=forms.RadioSelect,
        initial=ImportJob.Mode.REPLACE,
    )
    note = forms.CharField(label=gettext_lazy("Reason"), max_length=500)
    capitals = forms.ChoiceField(label=gettext_lazy("Capital letters mark"), choices=CAPITALS)
    encoding = forms.ChoiceField(label=gettext_lazy("Encoding"), choices=ENCODINGS)
    longest = forms.IntegerField(
        label=gettext_lazy("Longest word, in tiles"),
        min_value=MIN_WORD_LENGTH,
        max_value=MAX_WORD_LENGTH,
        initial=MAX_WORD_LENGTH,
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MAX_BYTES:
            raise ValidationError(
                _("The file is larger than %(most)d MB.") % {"most": MAX_BYTES // 2**20}
            )
        return file


class EditorSearchForm(forms.Form):
    KINDS = (
        ("prefix", gettext_lazy("starts with")),
        ("exact", gettext_lazy("is exactly")),
        ("pattern", gettext_lazy("matches the pattern")),
    )
    kind = forms.ChoiceField(label=gettext_lazy("Word"), choices=KINDS, required=False)
    q = forms.CharField(label=gettext_lazy("Letters"), max_length=40, required=False)
    length = forms.IntegerField(
        label=gettext_lazy("Length"),
        min_value=MIN_WORD_LENGTH,
        max_value=MAX_WORD_LENGTH,
        required=False,
    )
    page = forms.IntegerField(min_value=1, max_value=100_000, required=False)


class NoteForm(EditorForm):
    """Asks for the reason of a rollback. ``base`` is the revision the editor saw."""

    note = forms.CharField(label=gettext_lazy("Reason"), max_length=500)
    base = forms.IntegerField(widget=forms.HiddenInput)


class AnswerForm(EditorForm):
    answer = forms.CharField(
        label=gettext_lazy("Answer"), max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Players see it on the dictionary's page."),
    )  # fmt: skip
    verdict = forms.ChoiceField(choices=(("accept", "accept"), ("decline", "decline")))
    base = forms.IntegerField(widget=forms.HiddenInput)
