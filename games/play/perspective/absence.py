"""What the others see of an absent player, and the message the player gets on returning."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.perspective.masking import MaskedSnapshot
from games.play.perspective.viewdata import AbsenceChoiceView, AbsenceView
from games.play.perspective.wording import LEVEL_LABELS
from games.play.services.absence import (
    COMPUTER,
    STAND_IN_LEVEL,
    WAIT,
    list_choices,
    list_present_seats,
)
from games.rules.plays.acts import TURN_KINDS
from games.rules.plays.events import Forfeited


def build_absence_view(masked: MaskedSnapshot, seat: int) -> AbsenceView | None:
    """Return the vote about the absent player as one seat sees it; ``None`` if there is none."""
    game, state = masked.game, masked.state
    missed = game.absent_seat
    if state is None or not game.running or missed is None or missed != state.to_move:
        return None
    if seat == missed or seat not in state.in_play:
        return None
    votes = {
        int(number): choice for number, choice in (game.absence or {}).get("votes", {}).items()
    }
    voters = list_present_seats(game, state, masked.seats) | {seat}
    final = "won" if len(state.in_play) == 2 else "out"
    return AbsenceView(
        seat=missed,
        name=masked.names[missed],
        choices=tuple(
            _build_choice_view(masked, choice, final, votes) for choice in list_choices(game)
        ),
        awaited=tuple(masked.names[n] for n in sorted(voters - votes.keys() - {seat})),
        final=final,
        long=bool((game.absence or {}).get("long")),
    )


def _build_choice_view(
    masked: MaskedSnapshot, choice: str, final: str, votes: dict[int, str]
) -> AbsenceChoiceView:
    seats = tuple(sorted(number for number, chosen in votes.items() if chosen == choice))
    names = tuple(masked.names[number] for number in seats)
    return AbsenceChoiceView(choice, _choice_label(choice, final), seats, names)


def _choice_label(choice: str, final: str) -> str:
    if choice == WAIT:
        return _("Wait 10 more minutes")
    if choice == COMPUTER:
        return _("Let a computer play (%(level)s)") % {"level": LEVEL_LABELS[STAND_IN_LEVEL]}
    return _("Claim the win") if final == "won" else _("Continue without them")


def describe_missed_turns(masked: MaskedSnapshot, seat: int) -> str:
    """Describe what happened at a seat while its holders were away; empty if nothing did."""
    left = (
        event for line in masked.record for event in line.events if isinstance(event, Forfeited)
    )
    if any(event.seat == seat and event.cause == "away" for event in left):
        return _("You were away for more than an hour, so the other players continued without you.")
    if masked.seats[seat].has_stand_in:
        return _("A computer is playing for you. Make a move or reload the page to take over.")
    turns = _count_stand_in_turns(masked, seat)
    if not turns:
        return ""
    text = ngettext(
        "You were away for more than 10 minutes, so the other players let a computer "
        "play for you. It took %(n)s turn. You have your seat back.",
        "You were away for more than 10 minutes, so the other players let a computer "
        "play for you. It took %(n)s turns. You have your seat back.",
        turns,
    )
    return text % {"n": turns}


def _count_stand_in_turns(masked: MaskedSnapshot, seat: int) -> int:
    """Count the turns a computer has taken at a seat since the last turn by one of its holders."""
    if masked.seats[seat].computer_level is not None:
        return 0
    count = 0
    for line in reversed(masked.record):
        if line.seat == seat and line.kind in TURN_KINDS:
            if line.player is not None:
                break
            count += 1
    return count
