"""Leagues when a guest joins a member's account, or a player is deleted or exported."""

from typing import Any

from django.db.models import F, Q
from django.utils import timezone

from games.leagues.models import LadderChallenge, LadderPlace, LeagueBan, LeagueEntry, Season
from games.leagues.services.ladders import ACTIVE_STAGES, remove_from_ladder
from games.leagues.services.locking import locked_league
from games.play.models import Game
from games.players.models import Player

Stage, Challenge = Season.Stage, LadderChallenge.Stage


def keep_one_entry(guest: Player, member: Player, **_signal: Any) -> None:
    """Keep the guest's results without the player where both are in the same season.

    If it goes on, the guest's other games in it are lost, since no one plays twice. On a ladder on
    which both are, the guest's place closes up. Everything else moves to the member with the rest
    of their data.
    """
    both = LeagueEntry.objects.filter(player=member).values("season")
    twice = LeagueEntry.objects.filter(player=guest, season__in=both)
    twice.filter(season__stage=Stage.OPEN).delete()
    for entry in twice.select_related("season", "player"):
        entry.name, entry.player = entry.shown_name, None
        if entry.season.stage == Stage.RUNNING and entry.left_at is None:
            entry.left_at = timezone.now()
        entry.save(update_fields=["name", "player", "left_at"])
    banned = LeagueBan.objects.filter(player=member).values("league")
    LeagueBan.objects.filter(player=guest, league__in=banned).delete()
    between = Q(challenger=guest, challenged=member) | Q(challenger=member, challenged=guest)
    LadderChallenge.objects.filter(between, stage__in=ACTIVE_STAGES).update(
        stage=Challenge.CANCELLED, ended_at=timezone.now()
    )
    theirs = LadderPlace.objects.filter(player=member).values("league")
    _close_up(guest, LadderPlace.objects.filter(player=guest, league__in=theirs))


def keep_results_only(player: Player, **_signal: Any) -> None:
    """Take a player whose account is deleted out of seasons that have not started, and ladders.

    In the season that goes on their games are lost, and their results stay without the name. A game
    on a ladder that has not begun is not played.
    """
    entries = LeagueEntry.objects.filter(player=player)
    entries.filter(season__stage=Stage.OPEN).delete()
    running = entries.filter(season__stage=Stage.RUNNING, left_at=None)
    running.update(left_at=timezone.now())
    accepted = LadderChallenge.objects.filter(Q(challenger=player) | Q(challenged=player))
    accepted.filter(stage=Challenge.PLAYING, game__status=Game.Status.WAITING).update(
        stage=Challenge.CANCELLED, ended_at=timezone.now()
    )
    _close_up(player, LadderPlace.objects.filter(player=player))


def export_league_data(player: Player, **_signal: Any) -> dict[str, Any]:
    """Return the leagues that a player has founded, their seasons, and their places on ladders."""
    entries = player.league_entries.order_by("entered_at", "pk")
    places = player.ladder_places.order_by("joined_at", "pk")
    challenges = LadderChallenge.objects.filter(Q(challenger=player) | Q(challenged=player))
    return {
        "leagues": list(
            entries.values(
                "rating",
                "entered_at",
                "left_at",
                league=F("season__league__title"),
                code=F("season__league__code"),
                season_number=F("season__number"),
                division_number=F("division__number"),
            )
        ),
        "ladders": list(places.values("place", "declined", "joined_at", name=F("league__title"))),
        "ladder_challenges": list(
            challenges.order_by("made_at", "pk").values(
                "stage", "won", "made_at", "ended_at", ladder=F("league__title")
            )
        ),
        "removed_from_leagues": list(
            player.league_bans.values("banned_at", name=F("league__title"))
        ),
        "founded_leagues": list(
            player.founded_leagues.order_by("created_at").values("code", "title", "about")
        ),
    }


def _close_up(player: Player, places: Any) -> None:
    for code in list(places.values_list("league__code", flat=True)):
        with locked_league(code) as league:
            remove_from_ladder(league, player, timezone.now())
