"""The status line of a room, read out by screen readers: the last event and who is to move."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.names import isolate_name
from games.play import store
from games.play.models import Game
from games.play.perspective.endings import end_sentence, narrate_end
from games.play.perspective.masking import MaskedSnapshot
from games.play.perspective.narration import narrate_move
from games.play.perspective.places import describe_place
from games.play.services.schedule import (
    get_accept_window_end,
    get_forfeit_time,
    get_turn_days,
    is_paused,
    list_seats_to_act,
)
from games.play.terms.days_off import list_breaks_at
from games.rules.equipment.tiles import LetterTile
from games.rules.flow.game import GameState, Phase
from games.rules.plays.acts import Play
from scrabble_site.shared.final_letters import write_final_letter
from scrabble_site.shared.instants import write_instant
from scrabble_site.shared.wording import join_list


def announce_status(masked: MaskedSnapshot, seat: int | None, *, hosting: bool = False) -> str:
    """Return the status line for a viewer (a seat number, or ``None`` for spectators)."""
    if masked.state is None:
        return _announce_waiting(masked, seat, hosting)
    happened = _announce_last_move(masked) if masked.record else _announce_first_seat(masked)
    if masked.outcome is not None:
        ended = narrate_end(
            masked.outcome,
            masked.isolated_names,
            seat,
            left=masked.seats_left,
            last=masked.last_move,
        )
        return f"{happened} {ended} {_announce_rematch(masked, seat)}".strip()
    return f"{happened} {_announce_next(masked, seat)}".strip()


def announce_last_play(masked: MaskedSnapshot) -> str:
    """Describe what sighted players see on the board: the last play's place and its blanks."""
    played = masked.last_played
    if played is None or masked.record[-1].kind != "play":
        return ""
    play = Play.read(played.position, played.tiles, masked.tile_set)
    blanks = [letter.face for _square, letter in play.placed() if letter.blank]
    text = ngettext("The blank is %(faces)s.", "The blanks are %(faces)s.", len(blanks))
    sentences = [f"{describe_place(play.position)}."]
    sentences += [text % {"faces": join_list(blanks)}] if blanks else []
    return " ".join(sentences)


def _announce_last_move(masked: MaskedSnapshot) -> str:
    return narrate_move(masked.record[-1], masked.isolated_names, masked.teams)


def _announce_waiting(masked: MaskedSnapshot, seat: int | None, hosting: bool) -> str:
    if masked.game.status == Game.Status.STARTING:
        return _("Shuffling the bag. The game is about to start.")
    if masked.seating.free:
        return _announce_open_seats(masked) if seat is None else _announce_missing(masked, hosting)
    if masked.room.prepared:
        return _("Waiting for everyone to arrive.")
    if seat is None and masked.seating.joinable:
        return _("Join a team or stay and watch.")
    if hosting:
        return _("Everyone's here – you can start.")
    hosts = (one.player for one in masked.holders if one.player_id == masked.room.host_id)
    host = next(hosts, None)
    if host is None:
        return _("Waiting for the host to start.")
    return _("Waiting for %(name)s to start.") % {"name": isolate_name(host.shown_name)}


def _announce_open_seats(masked: MaskedSnapshot) -> str:
    """Say to a spectator who may take the open seats."""
    if masked.seating.open and masked.room.rated:
        return _("Members can take an open seat. Everyone can watch.")
    if masked.seating.open:
        return _("Take an open seat or stay and watch.")
    if masked.seating.locked:
        return _("The room is locked. You can stay and watch.")
    return _("The open seats are reserved for invited players.")


def _announce_missing(masked: MaskedSnapshot, hosting: bool) -> str:
    """Tell a player how many players are missing, and the host what to do about it."""
    if masked.seating.reserved and not (masked.seating.open or masked.seating.locked):
        names = (isolate_name(guest.shown_name) for guest in masked.seating.reserved.values())
        return _("Waiting for %(names)s.") % {"names": join_list(names)}
    if masked.seating.locked:
        return _("The room is locked. Only invited players can sit down.")
    missing = len(masked.seating.free)
    if not hosting:
        text = ngettext("Waiting for one more player.", "Waiting for %(n)s more players.", missing)
    elif len(masked.seats) - missing >= masked.variant.min_seats:
        text = ngettext(
            "You can start now or wait for one more player.",
            "You can start now or wait for %(n)s more players.",
            missing,
        )
    else:
        text = ngettext(
            "Waiting for one more player. Send them the link.",
            "Waiting for %(n)s more players. Send them the link.",
            missing,
        )
    return text % {"n": missing}


def _announce_rematch(masked: MaskedSnapshot, seat: int | None) -> str:
    """Say who has asked for another game, unless the viewer has asked as well."""
    asking = [number for number in masked.game.rematch_seats if number < len(masked.names)]
    if not asking or seat in asking:
        return ""
    names = join_list(masked.isolated_names[number] for number in asking)
    return _("Rematch offered by %(name)s.") % {"name": names}


def _announce_first_seat(masked: MaskedSnapshot) -> str:
    if masked.draw is None:
        return ""
    rounds = [
        join_list(
            _("%(name)s drew %(tile)s")
            % {
                "name": masked.isolated_names[seat],
                "tile": tile.face if isinstance(tile, LetterTile) else _("a blank"),
            }
            for seat, tile in one
        )
        for one in masked.draw.rounds
    ]
    sentences = [end_sentence(rounds[0])]
    sentences += [_("Tied, so they drew again: %(draws)s.") % {"draws": one} for one in rounds[1:]]
    sentences.append(
        _("First to move: %(name)s.") % {"name": masked.isolated_names[masked.draw.first]}
    )
    return " ".join(sentences)


def _announce_waiting_play(masked: MaskedSnapshot, state: GameState, seat: int | None) -> str:
    """Say what a play waits for: to be accepted or challenged, or for votes on its words."""
    voted = state.pending.voted_words if state.pending else ()
    if seat not in list_seats_to_act(state):
        if voted:
            return _("Waiting for the other players to vote.")
        return _("Waiting for the other players to accept or challenge.")
    seconds = _count_answer_seconds(masked, state)
    if voted:
        return f"{_describe_voted_words(voted)} {_ask_for_vote(seconds)}"
    if seconds is None:
        return _("The last tile is played. Accept or challenge.")
    text = ngettext(
        "The last tile is played. Accept or challenge within %(n)s second.",
        "The last tile is played. Accept or challenge within %(n)s seconds.",
        seconds,
    )
    return text % {"n": seconds}


def _ask_for_vote(seconds: int | None) -> str:
    if seconds is None:
        return _("Accept or reject the play.")
    text = ngettext(
        "Accept or reject the play within %(n)s second.",
        "Accept or reject the play within %(n)s seconds.",
        seconds,
    )
    return text % {"n": seconds}


def _describe_voted_words(voted: Sequence[tuple[str, ...]]) -> str:
    words = join_list(write_final_letter("".join(word)) for word in voted)
    text = ngettext(
        "%(words)s isn't in the dictionary.", "%(words)s aren't in the dictionary.", len(voted)
    )
    return text % {"words": words}


def _count_answer_seconds(masked: MaskedSnapshot, state: GameState) -> int | None:
    """Return how many seconds are left to answer, or ``None`` if there are days or a pause."""
    if get_turn_days(masked.room) or is_paused(masked.game, state):
        return None
    until = get_accept_window_end(masked.game, state, masked.seats)
    return None if until is None else max(0, round((until - masked.now).total_seconds()))


def _announce_next(masked: MaskedSnapshot, seat: int | None) -> str:
    state = masked.state
    assert state is not None
    if state.phase is Phase.FINAL_CHALLENGE:
        return _announce_waiting_play(masked, state, seat)
    if state.to_move is None:
        return ""
    if state.to_move == seat:
        return " ".join((_("Your turn."), _announce_deadline(masked))).strip()
    row = masked.seats[state.to_move]
    if not row.computer_level and not row.holders.all():
        return _("Waiting for an opponent to join.")
    if row.computer_level and not store.is_lexicon_ready(masked.game, masked.tile_set):
        text = _("%(name)s is warming up and will move soon.")
        return text % {"name": masked.isolated_names[state.to_move]}
    if masked.game.busy_shown:
        text = _("%(name)s is busy in other games and will move as soon as possible.")
        return text % {"name": masked.isolated_names[state.to_move]}
    text = _("%(name)s's turn.") % {"name": masked.isolated_names[state.to_move]}
    return f"{text} {_announce_deadline(masked)}".strip()


def _announce_deadline(masked: MaskedSnapshot) -> str:
    """Say when the turn is lost, in games with days per turn."""
    mover = masked.state.to_move if masked.state else None
    limit = get_forfeit_time(masked.game, list_breaks_at(masked.seats, mover))
    if limit is None:
        return ""
    return _("Move due by %(when)s.") % {"when": write_instant(limit)}
