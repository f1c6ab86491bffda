"""The running games because of which a dictionary is closed to a visitor."""

from dataclasses import dataclass

from lexicon.terms.alphabets import get_main_language


@dataclass(frozen=True, slots=True)
class ClosingGame:
    """A link to a game. What it closes opens again when it is over.

    ``language`` is that of its words; "" if it has no dictionary.
    """

    title: str
    url: str
    language: str = ""

    def closes(self, language: str) -> bool:
        """Return whether help with words of a language is closed; "" is an unknown language.

        All dictionaries of a language share most of their words, so one closes the others as well.
        """
        if not self.language or not language:
            return True
        return get_main_language(self.language) == get_main_language(language)
