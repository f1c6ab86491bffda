"""Seasons start and end by themselves: divisions are formed, and standings settled.

Any number of workers may try. The league's lock lets one of them do each step, and each step looks
again at what is due once it has the lock.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from games.health.services import is_site_down
from games.leagues.models import Division, League, LeagueEntry, LeagueGame, Season
from games.leagues.services.locking import locked_league
from games.leagues.services.notices import notify_of_league
from games.pairing.leagues import (
    LeagueLine,
    choose_target,
    form_divisions,
    pair_season,
    rank_division,
)
from games.play import store
from games.players.models import Player

FEWEST_PLAYERS = 2
WAIT_FOR_PLAYERS = timedelta(days=7)
"""How long the start of a season is put off for which too few players have signed up."""

Stage, Result = Season.Stage, LeagueGame.Result


def start_due_seasons(now: datetime) -> list[str]:
    """Start the seasons that are due. Returns the codes of their leagues."""
    due = Season.objects.filter(~is_site_down(now), stage=Stage.OPEN, starts_at__lte=now)
    due = due.filter(league__closed_at=None)
    codes = list(due.values_list("league__code", flat=True))
    return [code for code in codes if start_season(code, now)]


def start_season(code: str, now: datetime) -> bool:
    """Form the divisions of the season that is due, and open the next one for sign-ups.

    Returns whether this call has started it. With fewer than two players, it waits another week.
    """
    with locked_league(code) as league:
        season = league.seasons.filter(stage=Stage.OPEN, starts_at__lte=now).first()
        if season is None or league.closed_at is not None:
            return False
        if league.seasons.filter(stage=Stage.RUNNING).exists():
            return False
        entries = [
            entry
            for entry in season.entries.select_related("player")
            if entry.player is not None and not _is_suspended(entry.player, now)
        ]
        if len(entries) < FEWEST_PLAYERS:
            season.starts_at = now + WAIT_FOR_PLAYERS
            season.save(update_fields=["starts_at"])
            return False
        season.stage, season.starts_at = Stage.RUNNING, now
        season.ends_at = now + timedelta(days=league.season_days)
        season.save(update_fields=["stage", "starts_at", "ends_at"])
        _form_divisions(league, season, entries, now)
        Season.objects.create(
            league=league,
            number=season.number + 1,
            starts_at=season.ends_at + timedelta(days=league.break_days),
        )
    return True


def end_due_seasons(now: datetime) -> list[str]:
    """End the seasons whose time is over. Returns the codes of their leagues."""
    due = Season.objects.filter(~is_site_down(now), stage=Stage.RUNNING, ends_at__lte=now)
    codes = list(due.values_list("league__code", flat=True))
    return [code for code in codes if _end_season(code, now)]


def finish_season_if_complete(season: Season, now: datetime) -> None:
    """Settle the standings once all games have results. The league's lock is held."""
    if season.stage != Stage.RUNNING:
        return
    if LeagueGame.objects.filter(division__season=season, result=Result.NONE).exists():
        return
    season.stage, season.ended_at = Stage.OVER, now
    season.save(update_fields=["stage", "ended_at"])
    divisions = list(season.divisions.prefetch_related("entries__player", "games"))
    sizes = [len(division.entries.all()) for division in divisions]
    for level, division in enumerate(divisions):
        _settle_division(season, division, level, sizes, now)


def get_seed(season: Season) -> str:
    """Return what settles the lots of a season; ``season`` comes with its league."""
    return f"{season.league.seed}/{season.number}"


def _form_divisions(
    league: League, season: Season, entries: list[LeagueEntry], now: datetime
) -> None:
    by_player = {entry.player_id: entry for entry in entries if entry.player_id is not None}
    past = _list_past(league, by_player)
    staying = {number for division in past for number in division if number > 0}
    newcomers = [entry for entry in entries if entry.pk not in staying]
    newcomers.sort(key=lambda entry: (-entry.rating, entry.entered_at, entry.pk))
    formed = form_divisions(past, staying, [entry.pk for entry in newcomers])
    by_key = {entry.pk: entry for entry in entries}
    for number, members in enumerate(formed, 1):
        division = Division.objects.create(season=season, number=number)
        LeagueEntry.objects.filter(pk__in=members).update(division=division)
        LeagueGame.objects.bulk_create(
            LeagueGame(division=division, first_id=first, second_id=second)
            for first, second in pair_season(members, get_seed(season))
        )
        for member in members:
            player = by_key[member].player
            if player is not None:
                data = {"season": season.number, "division": number}
                notify_of_league(player, league, "league_season", now, **data)


def _list_past(league: League, by_player: dict[UUID, LeagueEntry]) -> list[list[int]]:
    """Return the final standings of the last season by division.

    Players who have signed up again appear as their new entry. The others keep their places, as
    negative numbers.
    """
    last = league.seasons.filter(stage=Stage.OVER).order_by("-number").first()
    if last is None:
        return []
    past: dict[int | None, list[int]] = {}
    ended = last.entries.filter(division__isnull=False).order_by("division__number", "line")
    for entry in ended:
        again = by_player.get(entry.player_id) if entry.player_id is not None else None
        past.setdefault(entry.division_id, []).append(again.pk if again else -entry.pk)
    return list(past.values())


def _end_season(code: str, now: datetime) -> bool:
    """Let the scores decide all games that still go on, and settle the standings."""
    with locked_league(code) as league:
        season = league.seasons.filter(stage=Stage.RUNNING, ends_at__lte=now).first()
        if season is None:
            return False
        unfinished = LeagueGame.objects.filter(division__season=season, result=Result.NONE)
        for row in unfinished.select_related("game"):
            _settle_by_scores(row)
        finish_season_if_complete(season, now)
    return True


def _settle_by_scores(row: LeagueGame) -> None:
    """Settle a game that the season did not leave enough time for. One without a move is void."""
    row.result, row.unfinished = Result.VOID, True
    if row.game is not None and row.game.turn_number:
        first, second = (seat.score for seat in store.load_public_state(row.game).seats)
        row.difference = first - second
        row.result = (
            Result.FIRST if first > second else Result.SECOND if first < second else Result.DRAW
        )
    row.save(update_fields=["result", "difference", "unfinished"])


def _settle_division(
    season: Season, division: Division, level: int, sizes: list[int], now: datetime
) -> None:
    entries = {entry.pk: entry for entry in division.entries.all()}
    played = [row.to_result() for row in division.games.all() if row.result != Result.VOID]
    lines = list_removed_last(rank_division(entries, played, get_seed(season)), entries)
    for number, line in enumerate(lines):
        entry, target = entries[line.player], choose_target(level, number, sizes)
        entry.line, entry.moves = number, _name_move(level, target)
        if entry.player is not None and entry.player.left_at is None and not entry.removed_at:
            data = {"season": season.number, "place": line.place, "moves": entry.moves}
            notify_of_league(entry.player, season.league, "league_end", now, **data)
    LeagueEntry.objects.bulk_update(entries.values(), ["line", "moves"])


def list_removed_last(
    lines: Iterable[LeagueLine], entries: Mapping[int, LeagueEntry]
) -> list[LeagueLine]:
    """Return the lines of a division's standings, those of players who were removed last."""
    return sorted(lines, key=lambda line: entries[line.player].removed_at is not None)


def _is_suspended(player: Player, now: datetime) -> bool:
    """Return whether a player who has signed up may not play now."""
    return player.suspended_until is not None and player.suspended_until > now


def _name_move(level: int, target: int) -> str:
    if target == level:
        return LeagueEntry.Move.STAY
    return LeagueEntry.Move.UP if target < level else LeagueEntry.Move.DOWN
