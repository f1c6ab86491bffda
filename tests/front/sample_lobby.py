"""The lobby of the sample site.

``?empty`` is what a first visitor sees, ``?busy`` has many games that wait, ``?invited`` an
invitation and ``?idle`` a game that waits for someone else.
"""

import time
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.lobby.perspective import LobbyLists, PlayerLists
from games.lobby.perspective.entries import AwaitedTurn, EntrySide, LobbyEntry
from games.lobby.perspective.open_games import OpenGame
from games.lobby.terms.filters import FacetValue, FilterChoices
from games.play.perspective.viewdata import PersonView


def sides(*names: str) -> tuple[EntrySide, ...]:
    """Return the sides of a game, of which only the first is present."""
    return tuple(
        EntrySide("", (PersonView(name, ""),), here=not number) for number, name in enumerate(names)
    )


def entry(**more: Any) -> LobbyEntry:
    usual: dict[str, Any] = {"code": "kitchen7", "title": "Kitchen table", "url": "/r/kitchen7/"}
    usual |= {"seats_taken": 1, "seats_total": 2, "sides": sides("Amber"), "status": "playing"}
    usual |= {"summary": ("English (open)", "single challenge"), "variant_name": "Scrabble"}
    return LobbyEntry(**usual | {"turn": None, "invited": False} | more)


OFFERS = (
    FilterChoices(
        "game", "Game", (FacetValue("scrabble", "Scrabble"), FacetValue("qwibble", "Qwibble")), ""
    ),
    FilterChoices("seats", "Seats", (FacetValue("2", "2"), FacetValue("4", "4")), ""),
)


def list_own_games(request: HttpRequest) -> PlayerLists:
    """Return two games, of which one waits for the player, or what the query asks for."""
    turn = AwaitedTurn("turn:1", None, None)
    sat: dict[str, Any] = {"seats_taken": 2, "sides": sides("Amber", "Cobalt")}
    if "invited" in request.GET:
        return list_own(entry(code="asked1", title="A quick one", invited=True))
    if "idle" in request.GET:
        return list_own(entry(code="idle1", title="A long evening", **sat))
    if "busy" in request.GET:
        amber, cobalt = sides("Amber", "Cobalt")
        timed = replace(amber, left=754_000, runs=True), replace(cobalt, left=1_200_000)
        clocks = {"sides": timed, "since": time.time_ns() // 1_000_000, "turn": turn}
        titles = ("Lunch break", "Kitchen table", "The long evening after the tournament")
        return list_own(
            entry(code="asked1", title="Donaudampfschifffahrt", invited=True),
            *(entry(code=f"mine{n}", title=title, **clocks) for n, title in enumerate(titles)),
            others=12,
        )
    first = entry(code="turn1", turn=turn, **sat)
    kind = {"variant_name": "Qwibble", "summary": ("English (open)",)}
    return list_own(first, entry(code="noon1", title="Afternoon", **kind, **sat))


def list_own(*entries: LobbyEntry, others: int = 0) -> PlayerLists:
    """Return these games as a player's own, and a number of further ones."""
    codes = [one.code for one in entries] + [f"other{n}" for n in range(others)]
    open_games = tuple(OpenGame(code, code, False, False, None, None) for code in codes)
    return PlayerLists(entries, open_games=open_games)


def show_lobby(request: HttpRequest) -> HttpResponse:
    from games.lobby.forms import ComputerGameForm, RoomForm

    empty = "empty" in request.GET
    context: dict[str, Any] = {
        "form": RoomForm(),
        "computer": ComputerGameForm(),
        "name": "Amber",
    }
    waiting = [
        entry(),
        entry(
            code="sea4",
            title="Four at sea",
            seats_taken=2,
            seats_total=4,
            sides=sides("Cobalt", "Saffron"),
        ),
    ]
    couple = sides("Juniper", "Rook")
    live = [entry(code="long1", title="The long evening", seats_taken=2, sides=couple)]
    lists = LobbyLists(*((), ()) if empty else (tuple(waiting), tuple(live)), mark="")
    context |= {"lists": lists, "key": "once", "offers": OFFERS}
    context["own"] = PlayerLists() if empty else list_own_games(request)
    return render(request, "games/lobby/lobby.html", context)
