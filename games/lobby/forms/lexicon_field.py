"""The field for a dictionary, which loads those on offer once for all its uses in a page."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.forms.models import ModelChoiceIterator

from lexicon.models import Lexicon


class PreloadedChoices(ModelChoiceIterator):
    """The choices of a :class:`LexiconField`. Django's would load them at each use."""

    field: "LexiconField"

    def __iter__(self) -> Iterator[Any]:
        if self.field.empty_label is not None:
            yield "", self.field.empty_label
        yield from map(self.choice, self.field.lexicons)

    def __len__(self) -> int:
        return len(self.field.lexicons) + (self.field.empty_label is not None)

    def __bool__(self) -> bool:
        return len(self) > 0


class LexiconField(forms.ModelChoiceField):
    """A choice of dictionaries by slug. Each form loads those on offer: ``load_offered``."""

    iterator = PreloadedChoices
    lexicons: Sequence[Lexicon] = ()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(Lexicon.objects.none(), empty_label=None, to_field_name="slug", **kwargs)

    def label_from_instance(self, lexicon: Any) -> str:
        return str(lexicon.shown_name)

    def load_offered(self) -> Sequence[Lexicon]:
        """Load the dictionaries, and offer them. They can be installed while the site runs."""
        offered = Lexicon.objects.offered()
        self.lexicons = list(offered)
        self.queryset = offered
        return self.lexicons


def get_lexicon_field(form: forms.Form) -> LexiconField:
    """Return the field for the dictionary of a form that has one."""
    field = form.fields["lexicon"]
    assert isinstance(field, LexiconField)
    return field
