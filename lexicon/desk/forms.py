"""What editors may send in."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lexicon.alphabets import list_languages
from lexicon.lists.decoding import MOST_BYTES
from lexicon.lists.reading import Reading, make_sieve
from lexicon.lists.sieve import LONGEST, SHORTEST, Capitals
from lexicon.lists.text import name_words
from lexicon.lookup import split_words
from lexicon.models import ImportJob, Lexicon
from lexicon.wording import CAPITALS, ENCODINGS, REASONS


class LexiconForm(forms.ModelForm):
    """A dictionary's card. Its language and code are settled once it has words."""

    language = forms.ChoiceField(
        label=gettext_lazy("Language"), help_text=gettext_lazy("One with a tile set.")
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
            field.choices = list_languages()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("hidden") and (cleaned.get("default") or cleaned.get("site_default")):
            raise ValidationError(_("A hidden dictionary cannot be the default."))
        return cleaned


class SheetForm(forms.Form):
    """A form of the editors' own pages: labels without colons."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": ""} | kwargs)


class ChangeForm(SheetForm):
    """Words to add and remove, typed or pasted. ``base`` is the revision the editor saw."""

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
        help_text=gettext_lazy("Kept in the history, with your name."),
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
            raise ValidationError(_("Name the words to add or to remove."))
        if both := set(add or ()) & set(remove or ()):
            raise ValidationError(
                _("To be added and removed at once: %(words)s") % {"words": ", ".join(sorted(both))}
            )
        return cleaned

    def _read_words(self, name: str) -> list[str]:
        """The words as their tiles spell them; all of them must be playable."""
        capitals: Capitals = "accept"
        sieve = make_sieve(Reading(self.language, capitals))
        good: list[str] = []
        bad: list[str] = []
        for typed in split_words(self.cleaned_data[name]):
            word, reason = sieve.sift(typed)
            if reason is None:
                good.append(word)
            else:
                bad.append(f"{typed[:32]} ({REASONS[reason]})")
        if bad:
            raise ValidationError(
                _("These cannot be words here: %(words)s") % {"words": name_words(bad)}
            )
        return good


class UploadForm(SheetForm):
    file = forms.FileField(
        label=gettext_lazy("Word list"),
        help_text=gettext_lazy(
            "Plain text, one word a line, optionally a tab and its definition; UTF-8 or "
            "ISO-8859-1; gzip allowed; up to 50 MB."
        ),
    )
    mode = forms.ChoiceField(
        label=gettext_lazy("What to do"),
        choices=ImportJob.Mode.choices,
        widget=forms.RadioSelect,
        initial=ImportJob.Mode.REPLACE,
    )
    note = forms.CharField(label=gettext_lazy("Reason"), max_length=500)
    capitals = forms.ChoiceField(label=gettext_lazy("Capitals mean"), choices=CAPITALS)
    encoding = forms.ChoiceField(label=gettext_lazy("Encoding"), choices=ENCODINGS)
    longest = forms.IntegerField(
        label=gettext_lazy("Longest word, in tiles"),
        min_value=SHORTEST,
        max_value=LONGEST,
        initial=LONGEST,
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise ValidationError(
                _("The file is larger than %(most)d MB.") % {"most": MOST_BYTES // 2**20}
            )
        return file


class SearchForm(forms.Form):
    KINDS = (
        ("prefix", gettext_lazy("starts with")),
        ("exact", gettext_lazy("is exactly")),
        ("pattern", gettext_lazy("fits the pattern")),
    )
    kind = forms.ChoiceField(label=gettext_lazy("Word"), choices=KINDS, required=False)
    q = forms.CharField(label=gettext_lazy("Letters"), max_length=40, required=False)
    length = forms.IntegerField(
        label=gettext_lazy("Length"), min_value=SHORTEST, max_value=LONGEST, required=False
    )
    page = forms.IntegerField(min_value=1, max_value=100_000, required=False)


class NoteForm(SheetForm):
    """A reason, and the revision the editor saw."""

    note = forms.CharField(label=gettext_lazy("Reason"), max_length=500)
    base = forms.IntegerField(widget=forms.HiddenInput)


class AnswerForm(SheetForm):
    answer = forms.CharField(
        label=gettext_lazy("Answer"), max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Players read it on the dictionary's page."),
    )  # fmt: skip
    verdict = forms.ChoiceField(choices=(("accept", "accept"), ("decline", "decline")))
    base = forms.IntegerField(widget=forms.HiddenInput)
