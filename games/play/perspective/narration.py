"""Describe moves, challenges and endings in sentences, from the public events of a game.

Events contain no secrets, so any viewer may read the sentences.
:mod:`games.play.perspective.wording` explains refusals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.generated_names import translate_name
from games.common.names import isolate_name
from games.play.perspective.viewdata import LastMoveView
from games.play.store.snapshots import RecordedMove
from games.rules.equipment.notation import lowercase_face
from games.rules.plays.events import (
    Aborted,
    Accepted,
    Adjusted,
    Annulled,
    Challenged,
    Event,
    Exchanged,
    Expired,
    Forfeited,
    Passed,
    Played,
    Rejected,
    Resigned,
    TimedOut,
    TurnLost,
    Voted,
    Withdrawn,
)
from games.rules.plays.scoring import WordScore
from scrabble_site.shared.final_letters import write_final_letter
from scrabble_site.shared.wording import join_list


def compute_score_changes(events: Sequence[Event], seats: int) -> list[int]:
    """Return by how much these events change each seat's score."""
    change = [0] * seats
    for event in events:
        match event:
            case Played(deltas=deltas):
                change = [a + b for a, b in zip(change, deltas, strict=True)]
            case Challenged(challenged=seat, bonus=points) | Adjusted(seat=seat, points=points):
                change[seat] += points
            case Withdrawn(seat=seat, score=points):
                change[seat] -= points
    return change


def without_adjustment(events: Sequence[Event]) -> list[Event]:
    """Drop the final adjustment, which is shown separately from the move."""
    return [event for event in events if not isinstance(event, Adjusted)]


@dataclass(frozen=True, slots=True)
class TeamNames:
    """The names needed to say which member of a team made a move."""

    # Current names of all players in the game, by id.
    members: Mapping[UUID, str]
    # Names of the seats.
    seats: tuple[str, ...]
    # For each seat, whether its name was chosen by a team.
    named: tuple[bool, ...]

    def get_mover_name(self, move: RecordedMove) -> str:
        """Return who made a move; empty if the seat has the same name or no person moved."""
        name = self.members.get(move.player) or translate_name(move.name) if move.player else ""
        return "" if name == self.seats[move.seat] else name


def name_mover(move: RecordedMove, names: Sequence[str], teams: TeamNames | None) -> Sequence[str]:
    """Return the seats' names, with the move's maker added to, or in place of, the team's."""
    maker = teams.get_mover_name(move) if teams else ""
    if not teams or not maker:
        return names
    seat, by = move.seat, isolate_name(maker)
    named = f"{names[seat]} ({by})" if teams.named[seat] else by
    return [*names[:seat], named, *names[seat + 1 :]]


def narrate_last_move(
    move: RecordedMove, names: Sequence[str], teams: TeamNames | None = None
) -> LastMoveView:
    """Return the last-move line: a sentence, and the changes of scores."""
    change = compute_score_changes(without_adjustment(move.events), len(names))
    deltas = tuple((seat, points) for seat, points in enumerate(change) if points)
    return LastMoveView(move.kind, narrate_move(move, names, teams), deltas)


def narrate_move(move: RecordedMove, names: Sequence[str], teams: TeamNames | None = None) -> str:
    """Describe a move and its consequences."""
    acting = name_mover(move, names, teams)
    sentences = (
        _narrate_event(event, names if isinstance(event, TurnLost) else acting, move)
        for event in move.events
    )
    text = " ".join(sentence for sentence in sentences if sentence)
    return " ".join((text, _("Conditional move."))) if move.by_reply else text


def format_word(word: WordScore, language: str) -> str:
    """Return a word in record notation: blanks are lower case, if the script has case.

    Letters change case by the rules of the tiles' language.
    """
    pairs = zip(word.faces, word.blanks, strict=True)
    return "".join(lowercase_face(face, language) if blank else face for face, blank in pairs)


def _narrate_event(event: Event, names: Sequence[str], move: RecordedMove) -> str:
    match event:
        case Played(seat=seat, score=score):
            return _narrate_play(names[seat], event, score.total, move.language)
        case Exchanged(seat=seat, count=count):
            return _narrate_exchange(names[seat], count, move.swaps)
        case TimedOut(seat=seat):
            return _("%(name)s ran out of time for this turn.") % {"name": names[seat]}
        case Passed(seat=seat):
            return _("%(name)s passed.") % {"name": names[seat]}
        case Challenged():
            return _narrate_challenge(event, names)
        case TurnLost(seat=seat):
            return _("%(name)s lost a turn.") % {"name": names[seat]}
        case Accepted(seat=seat):
            return _("%(name)s accepted the play.") % {"name": names[seat]}
        case Rejected(seat=seat):
            return _("%(name)s voted against the play.") % {"name": names[seat]}
        case Voted():
            return _narrate_vote(event, names)
    return _narrate_leaving(event, names)


def _narrate_vote(event: Voted, names: Sequence[str]) -> str:
    if not event.words:
        return ""  # a record that was read without a dictionary does not say which they were
    words = join_list([write_final_letter("".join(word)) for word in event.words])
    if event.allowed:
        text = ngettext(
            "%(words)s counts in this game.", "%(words)s count in this game.", len(event.words)
        )
        return text % {"words": words}
    text = ngettext(
        "%(words)s doesn't count: %(name)s's play comes off.",
        "%(words)s don't count: %(name)s's play comes off.",
        len(event.words),
    )
    return text % {"words": words, "name": names[event.seat]}


def _narrate_leaving(event: Event, names: Sequence[str]) -> str:
    match event:
        case Resigned(seat=seat):
            return _("%(name)s resigned.") % {"name": names[seat]}
        case Forfeited(seat=seat, cause="away"):
            return _("%(name)s stayed away too long and dropped out.") % {"name": names[seat]}
        case Forfeited(seat=seat):
            return _("%(name)s ran out of time.") % {"name": names[seat]}
        case Aborted(seat=seat):
            return _("%(name)s aborted the game before everyone had moved.") % {"name": names[seat]}
        case Annulled(seat=seat):
            return _narrate_annulled(names[seat], invited=seat > 0)
        case Expired():
            return _("No one moved in time: the game expired.")
    return ""


def _narrate_annulled(name: str, *, invited: bool) -> str:
    if invited:
        return _("Invitation declined.")
    return _("%(name)s cancelled the game.") % {"name": name}


def _narrate_exchange(name: str, count: int, swaps: bool) -> str:
    if swaps:
        text = ngettext(
            "%(name)s swapped %(count)s tile.", "%(name)s swapped %(count)s tiles.", count
        )
    else:
        text = ngettext(
            "%(name)s exchanged %(count)s tile.", "%(name)s exchanged %(count)s tiles.", count
        )
    return text % {"name": name, "count": count}


def _narrate_play(name: str, played: Played, points: int, language: str) -> str:
    word = write_final_letter(format_word(played.score.words[0], language))
    if played.score.stolen:
        return _("%(name)s played %(word)s for %(points)s (%(stolen)s stolen).") % {
            "name": name,
            "word": word,
            "points": points,
            "stolen": played.score.stolen,
        }
    return _("%(name)s played %(word)s for %(points)s.") % {
        "name": name,
        "word": word,
        "points": points,
    }


def _narrate_challenge(event: Challenged, names: Sequence[str]) -> str:
    who = {"name": names[event.seat], "other": names[event.challenged]}
    if event.upheld:
        return _("%(name)s challenged: %(other)s's play comes off.") % who
    if event.bonus:
        text = _("%(name)s's challenge failed: +%(points)s for %(other)s.")
        return text % {**who, "points": event.bonus}
    return _("%(name)s's challenge failed: all words are valid.") % who
