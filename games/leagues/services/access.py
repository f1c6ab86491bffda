"""Leagues by their codes and by their rooms."""

from django.db.models import Q
from django.urls import reverse

from games.leagues.models import League
from scrabble_site.shared.refusals import NotFound


def find_league(code: str) -> League:
    """Return a league by its code. Raises ``NotFound``."""
    league = League.objects.select_related("lexicon").filter(code=code).first()
    if league is None:
        raise NotFound("league.unknown")
    return league


def find_page_of_room(code: str) -> str:
    """Return the address of the league or the ladder that a room belongs to, "" if to none."""
    in_season = Q(seasons__divisions__games__game__room__code=code)
    league = League.objects.filter(in_season).first()
    if league is not None:
        return reverse("games:league", args=[league.code])
    league = League.objects.filter(challenges__game__room__code=code).first()
    return "" if league is None else reverse("games:ladder", args=[league.code])
