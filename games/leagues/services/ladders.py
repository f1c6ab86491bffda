"""The ladder of a league: joining and leaving it, challenges, and what they move.

Each player has one challenge at a time, made or received. One challenge may be declined without
loss until the next game; whoever declines more, or does not answer in time, gives up the place.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q

from games.health.services import is_site_down
from games.leagues.models import LadderChallenge, LadderPlace, League, LeagueGame
from games.leagues.services.entries import require_may_enter
from games.leagues.services.leagues import build_room_settings
from games.leagues.services.locking import locked_league
from games.leagues.services.notices import notify_of_ladder
from games.leagues.services.results import judge_game
from games.pairing.event import draw_lots
from games.pairing.ladders import close_up, list_challengeable, move_up
from games.play.models import Game
from games.play.services.notifications import notify
from games.play.services.prepared_rooms import PreparedRoom, open_prepared_rooms, seat_players
from games.players.models import Player
from games.players.services.blocks import require_no_blocks
from games.players.services.sanctions import require_may_play
from games.rules.plays.events import Outcome
from scrabble_site.shared.refusals import Conflict, Forbidden, NotFound

ANSWER_WITHIN = timedelta(days=3)
FREE_DECLINES = 1
"""How many challenges a player may decline from one game to the next."""

Stage = LadderChallenge.Stage
ACTIVE_STAGES = (Stage.OPEN, Stage.PLAYING)


def join_ladder(code: str, player: Player, now: datetime) -> LadderPlace:
    """Join the ladder at the bottom. Joining twice changes nothing."""
    with locked_league(code) as league:
        known: LadderPlace | None = league.ladder_places.filter(player=player).first()
        if known is not None:
            return known
        require_may_enter(league, player, now)
        last = league.ladder_places.count()
        return LadderPlace.objects.create(
            league=league, player=player, place=last + 1, joined_at=now
        )


def leave_ladder(code: str, player: Player, now: datetime) -> None:
    """Leave the ladder: places close up, and challenges that are open end. Games go on."""
    with locked_league(code) as league:
        remove_from_ladder(league, player, now)


def remove_from_ladder(league: League, player: Player, now: datetime) -> None:
    """Take a player out of a ladder whose league is locked."""
    places = load_places(league)
    leaving = [one.pk for one in places if one.player_id == player.pk]
    if not leaving:
        return
    challenges = _list_challenges(league, [player.pk]).filter(stage=Stage.OPEN)
    challenges.update(stage=Stage.CANCELLED, ended_at=now)
    LadderPlace.objects.filter(pk__in=leaving).delete()
    kept = [one for one in places if one.pk not in leaving]
    _store_order(kept, close_up([one.pk for one in places], leaving))


def challenge(code: str, player: Player, place: int, now: datetime) -> LadderChallenge:
    """Challenge the player who has a row of the ladder. Doing so twice makes one challenge.

    Raises ``NotFound`` for a place that is gone, ``Conflict`` for a player out of reach or busy and
    for a closed league, and ``Forbidden`` for someone who is not on the ladder, may not play or is
    blocked.
    """
    with locked_league(code) as league:
        places = load_places(league)
        own = _require_place(places, player)
        theirs = next((one for one in places if one.pk == place), None)
        if theirs is None:
            raise NotFound("ladder.no_place")
        known = league.challenges.filter(
            challenger=player, challenged=theirs.player, stage__in=ACTIVE_STAGES
        ).first()
        if known is not None:
            return known
        require_may_play(player, now)
        if league.closed_at is not None:
            raise Conflict("league.closed")
        order = [one.pk for one in places]
        if theirs.pk not in list_challengeable(order, own.pk):
            raise Conflict("ladder.out_of_reach")
        if theirs.pk not in list_challengeable(order, own.pk, list_busy(league, places)):
            raise Conflict("ladder.busy")
        require_no_blocks([player.pk, theirs.player_id])
        made = LadderChallenge.objects.create(
            league=league,
            challenger=player,
            challenged=theirs.player,
            made_at=now,
            answer_by=now + ANSWER_WITHIN,
        )
        notify_of_ladder(theirs.player, player, league, "ladder_challenge", now)
    return made


def accept_challenge(code: str, player: Player, pk: int, now: datetime) -> None:
    """Accept a challenge, and open the room of its game. Accepting twice opens one room."""
    with locked_league(code) as league:
        found = _find_challenge(league, pk)
        if found.challenged_id != player.pk:
            raise Forbidden("ladder.not_yours")
        if found.stage == Stage.PLAYING:
            return
        _require_open(found)
        require_may_play(player, now)
        assert found.challenger is not None  # of an open challenge
        people = (found.challenger, player)
        lots = draw_lots(league.seed, found.pk, range(len(people)))
        order = tuple(people[number] for number in sorted(lots, key=lambda number: lots[number]))
        (game,) = open_prepared_rooms(
            [PreparedRoom(build_room_settings(league), seat_players(*order), player)], now
        )
        found.stage, found.game = Stage.PLAYING, game
        found.save(update_fields=["stage", "game"])
        notify(found.challenger, game.room, "ladder_game", now, sender=player, title=league.title)


def decline_challenge(code: str, player: Player, pk: int, now: datetime) -> None:
    """Decline a challenge. Declining twice declines once."""
    with locked_league(code) as league:
        found = _find_challenge(league, pk)
        if found.challenged_id != player.pk:
            raise Forbidden("ladder.not_yours")
        if found.stage != Stage.DECLINED:
            _require_open(found)
            _decline(league, found, Stage.DECLINED, now)


def cancel_challenge(code: str, player: Player, pk: int, now: datetime) -> None:
    """Take back one's own challenge before it is answered. Doing so twice does so once."""
    with locked_league(code) as league:
        found = _find_challenge(league, pk)
        if found.challenger_id != player.pk:
            raise Forbidden("ladder.not_yours")
        if found.stage != Stage.CANCELLED:
            _require_open(found)
            _end(found, Stage.CANCELLED, None, now)


def expire_challenges(now: datetime) -> list[str]:
    """Decline the challenges that were not answered in time. Returns the codes of the leagues."""
    due = LadderChallenge.objects.filter(~is_site_down(now), stage=Stage.OPEN, answer_by__lte=now)
    rows = list(due.values_list("league__code", "pk"))
    return [code for code, pk in rows if _expire(code, pk, now)]


def record_ladder_result(game: Game, outcome: Outcome, **_signal: Any) -> None:
    """Move the challenger up who has won. A draw or an annulled game changes no place."""
    found = LadderChallenge.objects.filter(game=game, stage=Stage.PLAYING)
    code = found.values_list("league__code", flat=True).first()
    if code is None or game.ended_at is None:
        return
    with locked_league(code) as league:
        played = found.first()
        if played is None:
            return
        verdict = judge_game(game, outcome)
        seat = game.seats.filter(holders__player=played.challenger).values_list("number", flat=True)
        winner = {LeagueGame.Result.FIRST: 0, LeagueGame.Result.SECOND: 1}.get(
            LeagueGame.Result(verdict.result)
        )
        won = winner is not None and winner == seat.first()
        _end(played, Stage.OVER, won, game.ended_at)
        people = [played.challenger_id, played.challenged_id]
        league.ladder_places.filter(player__in=people).update(declined=0)
        if won:
            _move_up(league, played)


def load_places(league: League) -> list[LadderPlace]:
    """Return the ladder from the top down."""
    return list(league.ladder_places.select_related("player").order_by("place", "pk"))


def list_busy(league: League, places: Iterable[LadderPlace]) -> set[int]:
    """Return the places whose players have made or received a challenge that goes on."""
    rows = league.challenges.filter(stage__in=ACTIVE_STAGES)
    busy = {player for row in rows.values_list("challenger", "challenged") for player in row}
    return {one.pk for one in places if one.player_id in busy}


def _decline(league: League, found: LadderChallenge, stage: str, now: datetime) -> None:
    place = league.ladder_places.filter(player=found.challenged).first()
    given_up = False
    if place is not None:
        given_up = place.declined >= FREE_DECLINES
        place.declined = 0 if given_up else place.declined + 1
        place.save(update_fields=["declined"])
    _end(found, stage, given_up, now)
    if given_up:
        _move_up(league, found)
    if found.challenger is not None and found.challenged is not None:
        data = {"won": given_up}
        notify_of_ladder(found.challenger, found.challenged, league, "ladder_declined", now, **data)


def _expire(code: str, pk: int, now: datetime) -> bool:
    with locked_league(code) as league:
        found = _find_challenge(league, pk)
        if found.stage != Stage.OPEN:
            return False
        _decline(league, found, Stage.EXPIRED, now)
    return True


def _move_up(league: League, found: LadderChallenge) -> None:
    places = load_places(league)
    keys: dict[UUID | None, int] = {one.player_id: one.pk for one in places}
    winner, loser = keys.get(found.challenger_id), keys.get(found.challenged_id)
    if winner is not None and loser is not None:
        _store_order(places, move_up([one.pk for one in places], winner, loser))


def _store_order(places: list[LadderPlace], order: Iterable[int]) -> None:
    rows = {one.pk: one for one in places}
    for place, key in enumerate(order, 1):
        rows[key].place = place
    LadderPlace.objects.bulk_update(places, ["place"])


def _end(found: LadderChallenge, stage: str, won: bool | None, now: datetime) -> None:
    found.stage, found.won, found.ended_at = stage, won, now
    found.save(update_fields=["stage", "won", "ended_at"])


def _find_challenge(league: League, pk: int) -> LadderChallenge:
    people = league.challenges.select_related("challenger", "challenged")
    found: LadderChallenge | None = people.filter(pk=pk).first()
    if found is None:
        raise NotFound("ladder.no_challenge")
    return found


def _require_open(found: LadderChallenge) -> None:
    if found.stage != Stage.OPEN:
        raise Conflict("ladder.answered")


def _require_place(places: Iterable[LadderPlace], player: Player) -> LadderPlace:
    own = next((one for one in places if one.player_id == player.pk), None)
    if own is None:
        raise Forbidden("ladder.not_on")
    return own


def _list_challenges(league: League, people: list[Any]) -> Any:
    theirs = Q(challenger__in=people) | Q(challenged__in=people)
    return league.challenges.filter(theirs)
