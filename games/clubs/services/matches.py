"""Matches between two clubs: offering, agreeing, signing up, and starting the boards."""

from datetime import datetime

from games.clubs.models import Club, ClubMatch, ClubMatchPlayer
from games.clubs.services.access import (
    find_club,
    find_member,
    list_directors,
    require_club_director,
    require_member,
)
from games.clubs.services.locking import locked_club, locked_match
from games.clubs.services.notices import notify_club
from games.clubs.terms.line_ups import MatchBoard, line_up
from games.clubs.terms.settings import MAX_BOARDS, MatchSettings
from games.events.models import Entrant, Event
from games.events.services.director_entries import add_entrant
from games.events.services.directors import add_director
from games.events.services.entries import edit_entrant
from games.events.services.events import create_event
from games.events.services.rounds import pair_next_round, start_round
from games.events.terms.settings import EventSettings, plan_rounds
from games.pairing.event import Method
from games.play.services.room_settings import RoomSettings
from games.players.models import Player
from games.players.services.sanctions import require_may_play
from games.ratings.services.ladders import find_rating_points, get_speed
from games.rules.positions.variants import get_variant
from scrabble_site.shared.refusals import Conflict, InvalidRequest

Stage = ClubMatch.Stage
MAX_OPEN_MATCHES = 20
"""How many matches that have not started a club may have."""
MAX_TEAM_NAME = 40


def offer_match(
    code: str, director: Player, chosen: MatchSettings, now: datetime, key: str = ""
) -> ClubMatch:
    """Offer another club a match, and notify its directors. A form sent twice offers one."""
    require_may_play(director, now)
    if not 1 <= chosen.boards <= MAX_BOARDS or chosen.room_settings.seats != 2:
        raise InvalidRequest("club.boards", n=MAX_BOARDS)
    if chosen.room_settings.rated and not chosen.room_settings.is_timed:
        raise InvalidRequest("rated.no_clock")
    opponent = find_club(chosen.opponent)
    with locked_club(code) as club:
        require_club_director(club, director)
        if opponent.pk == club.pk:
            raise InvalidRequest("club.itself")
        same = club.home_matches.filter(key=key).first() if key else None
        if same is not None:
            return same
        still_open = club.home_matches.filter(stage__in=(Stage.OFFERED, Stage.AGREED))
        if still_open.count() >= MAX_OPEN_MATCHES:
            raise Conflict("club.many_matches", n=MAX_OPEN_MATCHES)
        match = ClubMatch.objects.create(
            home=club,
            away=opponent,
            boards=chosen.boards,
            starts_at=chosen.starts_at,
            key=key,
            created_at=now,
            **chosen.room_settings.planned_columns(),
        )
        notify_club(list_directors(opponent), "club_match", opponent, now, opponent=club.title)
    return match


def answer_match(code: str, director: Player, pk: int, *, accept: bool, now: datetime) -> None:
    """Agree to a match as the club that it was offered to, or decline it.

    The same answer twice changes nothing; raises ``Conflict`` for another one.
    """
    with locked_match(code, pk) as match:
        require_club_director(match.away, director)
        answer = Stage.AGREED if accept else Stage.DECLINED
        if match.stage == answer:
            return
        if match.stage != Stage.OFFERED or code != match.away.code:
            raise Conflict("club.match_settled")
        _set_stage(match, answer)
        kind = "club_match_agreed" if accept else "club_match_declined"
        notify_club(list_directors(match.home), kind, match.home, now, opponent=match.away.title)


def withdraw_match(code: str, director: Player, pk: int) -> None:
    """Call a match off before it starts, as either club."""
    with locked_match(code, pk) as match:
        require_club_director(_own_club(match, code), director)
        if match.stage == Stage.WITHDRAWN:
            return
        if not match.is_open:
            raise Conflict("club.match_settled")
        _set_stage(match, Stage.WITHDRAWN)


def sign_up(code: str, player: Player, pk: int, now: datetime) -> None:
    """Sign up to play for a club. Signing up twice changes nothing.

    Raises ``Conflict`` for a member of both clubs who has signed up for the other one.
    """
    require_may_play(player, now)
    with locked_match(code, pk) as match:
        club = _own_club(match, code)
        require_member(club, player)
        _require_open(match)
        row, _made = ClubMatchPlayer.objects.get_or_create(
            match=match, player=player, defaults={"club": club, "signed_up_at": now}
        )
        if row.club_id != club.pk:
            raise Conflict("club.plays_for_other")


def cancel_sign_up(code: str, player: Player, pk: int) -> None:
    """Take back a sign-up for a match."""
    with locked_match(code, pk) as match:
        _require_open(match)
        match.players.filter(player=player).delete()


def start_match(code: str, director: Player, pk: int, now: datetime) -> Event:
    """Line up the clubs by rating, and start all boards. Starting twice changes nothing.

    The match becomes an event of one round that the directors of both clubs direct: absences and
    corrections are settled as in any other. Raises ``Conflict`` if a club has too few players.
    """
    with locked_match(code, pk) as match:
        require_club_director(_own_club(match, code), director)
        if match.event is not None:
            return match.event
        if match.stage != Stage.AGREED:
            raise Conflict("club.not_agreed")
        boards = _line_up(match)
        event = _open_event(match, director, now)
        tables = [_seat(event, match, board, director, now) for board in boards]
        pair_next_round(event.code, director, now, pinned=tables)
        start_round(event.code, director, now)
        match.event = event
        _set_stage(match, Stage.STARTED)
    return event


def _line_up(match: ClubMatch) -> list[MatchBoard[ClubMatchPlayer]]:
    variant = get_variant(match.variant)
    speed = get_speed(variant, variant.options(**match.options))
    key = (match.variant, match.lexicon.language, speed.value)
    teams = []
    for club in (match.home, match.away):
        rows = match.players.filter(club=club, player__user__isnull=False).select_related("player")
        # Whoever has left the club since plays for it no more.
        staying = [one for one in rows if one.player and find_member(club, one.player)]
        if len(staying) < match.boards:
            raise Conflict("club.too_few", club=club.title, n=match.boards)
        teams.append([(one, find_rating_points(one.player, key)) for one in staying if one.player])
    home, away = teams
    return line_up(home, away, match.boards)


def _open_event(match: ClubMatch, director: Player, now: datetime) -> Event:
    chosen = EventSettings(
        title=f"{match.home.title[:28]} – {match.away.title[:28]}",
        room_settings=RoomSettings.planned(match, 2, public=True),
        plan=plan_rounds(Method.MANUAL, 1),
        entry=Event.Entry.DIRECTOR,
        starts_at=match.starts_at,
        prize_places=0,
    )
    event = create_event(director, chosen, "", now)
    directors = {*list_directors(match.home), *list_directors(match.away)} - {director}
    for other in sorted(directors, key=lambda one: str(one.pk)):
        add_director(event.code, director, other.nickname, now)
    return event


def _seat(
    event: Event,
    match: ClubMatch,
    board: MatchBoard[ClubMatchPlayer],
    director: Player,
    now: datetime,
) -> list[int]:
    """Enter both players of a board. Returns their entrants, whoever starts first."""
    for place, (row, club) in enumerate(((board.home, match.home), (board.away, match.away))):
        assert row.player is not None
        row.entrant = add_entrant(event.code, director, row.player.nickname, now, agreed=True)
        row.save(update_fields=["entrant"])
        # The seed numbers the tables as the boards.
        seed, team = 2 * board.number - 1 + place, club.title[:MAX_TEAM_NAME]
        edit_entrant(event.code, director, row.entrant.pk, now, seed=seed, team=team)
    return [_entrant(row).pk for row in board.in_turn_order]


def _entrant(row: ClubMatchPlayer) -> Entrant:
    assert row.entrant is not None
    return row.entrant


def _own_club(match: ClubMatch, code: str) -> Club:
    return match.home if match.home.code == code else match.away


def _require_open(match: ClubMatch) -> None:
    if not match.is_open:
        raise Conflict("club.match_settled")


def _set_stage(match: ClubMatch, stage: str) -> None:
    match.stage = stage
    match.save(update_fields=["stage", "event"])
