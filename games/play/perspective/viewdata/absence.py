"""The vote about the seat of an absent player, as one of the voters sees it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AbsenceChoiceView:
    """One choice in the vote, and who has voted for it."""

    choice: str
    label: str
    # Numbers, and below names, of the seats that have voted for it.
    seats: tuple[int, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AbsenceView:
    """The vote about an absent player."""

    # The absent player's seat, and its name.
    seat: int
    name: str
    choices: tuple[AbsenceChoiceView, ...]
    # Names of the other seats that have not voted yet.
    awaited: tuple[str, ...]
    # What going on without the player means: "won" for the only other seat, otherwise "out".
    final: str
    # Whether going on without the player can be chosen already.
    long: bool
