"""Analyses on the page of a record: asked for, followed, called off, shown."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from games.analysis import tasks
from games.analysis.models import Analysis
from games.players.models import Player
from games.records.services.sources import Source

pytestmark = pytest.mark.django_db
Browser = Callable[[Player | None], Client]


def work() -> None:
    tasks.work_until_idle(lambda: True, idle_for=0.1)


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_an_analysis_is_asked_for_followed_and_shown(
    played: Callable[..., Source], people: list[Player], client_of: Browser
) -> None:
    source = played()
    amber = client_of(people[0])
    page, address = f"/games/{source.id}/", f"/games/{source.id}/analysis"
    shown = amber.get(page).content.decode()
    assert "Quick analysis" in plain(shown)
    assert "What the engine thinks" not in shown
    asked = amber.post(address, {"level": "quick"})
    assert "1s" in asked.content.decode()
    assert "Cancel" in asked.content.decode()
    others = client_of(people[1]).get(f"{address}/progress").content.decode()
    assert "Cancel" not in others
    work()
    last = amber.get(f"{address}/progress").content.decode()
    assert 'hx-trigger="load"' in last
    section = amber.get(address)
    assert section["HX-Trigger-After-Swap"] == "analysed"
    text = plain(section.content.decode())
    for said in ("turns judged", "Moments that mattered", "Every move", "Thorough analysis"):
        assert said in text
    assert "Quick analysis" not in text
    assert '<g class="p0"><polyline' in section.content.decode()
    stranger = Client().get(f"{page}?move=2").content.decode()
    assert "What the engine thinks" in stranger
    assert 'class="made"' in stranger
    told = amber.get(f"{address}/move", {"move": "3"}, headers={"HX-Target": "weighing"})
    assert plain(told.content.decode()).count("played") == 1
    start = amber.get(f"{address}/move", {"move": "0"}, headers={"HX-Target": "weighing"})
    assert "Step to a move" in plain(start.content.decode())


def test_three_seats_have_a_line_each(
    played: Callable[..., Source], people: list[Player], client_of: Browser
) -> None:
    source = played(seats=3)
    amber = client_of(people[0])
    amber.post(f"/games/{source.id}/analysis", {"level": "quick"})
    work()
    html = amber.get(f"/games/{source.id}/analysis").content.decode()
    assert html.count("<circle") == 3
    for player in people[:3]:
        assert player.nickname in html


def test_theft_is_told(
    played: Callable[..., Source], people: list[Player], client_of: Browser
) -> None:
    source = played(variant="qwibble")
    amber = client_of(people[0])
    amber.post(f"/games/{source.id}/analysis", {"level": "quick"})
    work()
    text = plain(amber.get(f"/games/{source.id}/").content.decode())
    for said in ("Tiles laid", "Stolen by others"):
        assert said in text
    move = amber.get(f"/games/{source.id}/analysis/move", {"move": "3"})
    for said in ("Safe", "points to steal"):
        assert said in plain(move.content.decode())


def test_calling_off_and_going_on(
    played: Callable[..., Source], people: list[Player], client_of: Browser
) -> None:
    source = played()
    amber, address = client_of(people[0]), f"/games/{source.id}/analysis"
    amber.post(address, {"level": "thorough"})
    assert client_of(people[1]).post(f"{address}/cancel", {"level": "thorough"}).status_code == 403
    answer = amber.post(f"{address}/cancel", {"level": "thorough"})
    assert "Thorough: go on" in plain(answer.content.decode())
    assert "hx-trigger" not in answer.content.decode()
    assert "move 0" not in plain(amber.post(address, {"level": "thorough"}).content.decode())
    assert Analysis.objects.get().state == Analysis.State.WAITING


def test_without_scripts(played: Callable[..., Source], people: list[Player]) -> None:
    """A form's answer is the record's page; a stranger who asks becomes a guest."""
    source, browser = played(), Client()
    asked = browser.post(f"/games/{source.id}/analysis", {"level": "quick"})
    assert asked.status_code == 302
    assert asked["Location"] == f"/games/{source.id}/"
    assert Analysis.objects.get().asker is not None
    assert "Quick:" in plain(browser.get(asked["Location"]).content.decode())
    assert browser.get(f"/games/{source.id}/analysis").status_code == 302


def test_refusals(
    played: Callable[..., Source],
    people: list[Player],
    client_of: Browser,
    open_table: Callable[..., object],
    limited: Callable[..., None],
) -> None:
    source, amber = played(), client_of(people[0])
    address = f"/games/{source.id}/analysis"
    assert amber.post(address, {"level": "deep"}).status_code == 422
    assert amber.post(address).status_code == 422
    assert amber.post(f"{address}/cancel", {"level": "quick"}).status_code == 404
    assert amber.get(f"{address}/move", {"move": "x"}).status_code == 422
    assert amber.get(f"{address}/move", {"move": "99"}).status_code == 200
    for method in (amber.get, amber.post):
        assert method(f"/games/{uuid4()}/analysis", {"level": "quick"}).status_code == 404
    limited(analyses_quick="1/1 hour | ")
    amber.post(address, {"level": "quick"})
    Analysis.objects.all().delete()
    refused = amber.post(address, {"level": "quick"})
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert "go on in" in plain(refused.content.decode())
