"""The running games because of which a dictionary is closed to a visitor."""

from dataclasses import dataclass
from datetime import datetime

from lexicon.terms.alphabets import get_main_language


@dataclass(frozen=True, slots=True)
class RunningGameLink:
    """A link to a game. What it closes opens again when it is over.

    ``language`` is that of its words; "" if it has no dictionary. It is over at ``latest_end``;
    without one, ``open_end`` says why: "days" for days per turn, "turns" where every turn brings
    new time, "challenges" where plays may be taken back without end, "stopped" while the clock is,
    and "untimed".
    """

    title: str
    url: str
    language: str = ""
    latest_end: datetime | None = None
    open_end: str = "untimed"

    def closes(self, language: str) -> bool:
        """Return whether help with words of a language is closed; "" is an unknown language."""
        return closes_language(self.language, language)


def closes_language(played: str, language: str) -> bool:
    """Return whether a game in one language closes help in another; "" is an unknown one.

    All dictionaries of a language share most of their words, so one closes the others as well.
    """
    if not played or not language:
        return True
    return get_main_language(played) == get_main_language(language)
