"""Analyses on the page of a record: requested, followed, cancelled and shown."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from games.analysis.jobs import analysis_process
from games.analysis.models import Analysis
from games.players.models import Player
from games.records.services.record_sources import RecordSource

pytestmark = pytest.mark.django_db
Browser = Callable[[Player | None], Client]


def work() -> None:
    analysis_process.work_until_idle(lambda: True, idle_for=0.1)


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_an_analysis_is_requested_followed_and_shown(
    played: Callable[..., RecordSource], people: list[Player], client_of: Browser
) -> None:
    source = played()
    amber = client_of(people[0])
    page, address = f"/games/{source.id}/", f"/games/{source.id}/analysis"
    shown = amber.get(page).content.decode()
    assert shown.count('id="ask-') == 1, "one button to press"
    assert "Analyse this game" in plain(shown)
    assert ">Engine</h2>" not in shown
    asked = amber.post(address, {"level": "quick"})
    assert "1s" in asked.content.decode()
    assert "Cancel" in asked.content.decode()
    others = client_of(people[1]).get(f"{address}/progress").content.decode()
    assert "Cancel" not in others
    work()
    last = amber.get(f"{address}/progress").content.decode()
    assert 'hx-trigger="load, every 5s"' in last
    section = amber.get(address, {"move": "3"})
    report = section.content.decode().split('<div id="_turn_report" hx-swap-oob="true">')[1]
    assert ">Engine</h2>" in report
    assert 'class="played-move"' in report, "of the displayed move, in the same answer"
    text = plain(section.content.decode())
    for said in ("moves analysed", "Key moments", "All moves", "Thorough analysis"):
        assert said in text
    assert "Analyse this game" not in text
    marked = re.findall(r'<span id="mark-(\d+)" class="move-mark (\w+)"', section.content.decode())
    assert marked
    assert {kind for _number, kind in marked} <= {"best", "good", "missed", "invalid"}
    assert section.content.decode().count('<text class="move-mark') == len(marked)
    later = amber.get(page).content.decode()
    assert re.findall(r'<span id="mark-(\d+)" class="move-mark (\w+)"', later) == marked
    assert (
        later.index('id="_analysis"')
        < later.index('id="moves-title"')
        < later.index("details-title")
    )
    assert '<g class="p0"><polyline' in section.content.decode()
    stranger = Client().get(f"{page}?move=2").content.decode()
    assert ">Engine</h2>" in stranger
    assert 'class="played-move"' in stranger
    part = amber.get(f"{address}/move", {"move": "3"}, headers={"HX-Target": "turn-analysis"})
    assert plain(part.content.decode()).count("played") == 1
    start = amber.get(f"{address}/move", {"move": "0"}, headers={"HX-Target": "turn-analysis"})
    assert "Step to a move" in plain(start.content.decode())


def test_each_of_three_seats_has_a_line(
    played: Callable[..., RecordSource], people: list[Player], client_of: Browser
) -> None:
    source = played(seats=3)
    amber = client_of(people[0])
    amber.post(f"/games/{source.id}/analysis", {"level": "quick"})
    work()
    html = amber.get(f"/games/{source.id}/analysis").content.decode()
    assert html.count("<circle") == 3
    for player in people[:3]:
        assert player.nickname in html


def test_thefts_are_described(
    played: Callable[..., RecordSource], people: list[Player], client_of: Browser
) -> None:
    source = played(variant="qwibble")
    amber = client_of(people[0])
    amber.post(f"/games/{source.id}/analysis", {"level": "quick"})
    work()
    text = plain(amber.get(f"/games/{source.id}/").content.decode())
    for said in ("Tiles placed", "Stolen by opponents"):
        assert said in text
    move = amber.get(f"/games/{source.id}/analysis/move", {"move": "3"})
    for said in ("Safe", "points open to steal"):
        assert said in plain(move.content.decode())


def test_an_analysis_is_cancelled_and_resumed(
    played: Callable[..., RecordSource], people: list[Player], client_of: Browser
) -> None:
    source = played()
    amber, address = client_of(people[0]), f"/games/{source.id}/analysis"
    amber.post(address, {"level": "thorough"})
    assert client_of(people[1]).post(f"{address}/cancel", {"level": "thorough"}).status_code == 403
    answer = amber.post(f"{address}/cancel", {"level": "thorough"})
    assert "Thorough: continue" in plain(answer.content.decode())
    assert "hx-trigger" not in answer.content.decode()
    assert "move 0" not in plain(amber.post(address, {"level": "thorough"}).content.decode())
    assert Analysis.objects.get().state == Analysis.State.WAITING


def test_analyses_work_without_scripts(
    played: Callable[..., RecordSource], people: list[Player]
) -> None:
    """The form returns to the record's page, and a stranger who submits it becomes a guest."""
    source, browser = played(), Client()
    asked = browser.post(f"/games/{source.id}/analysis", {"level": "quick"})
    assert asked.status_code == 302
    assert asked["Location"] == f"/games/{source.id}/"
    assert Analysis.objects.get().asker is not None
    assert "Quick:" in plain(browser.get(asked["Location"]).content.decode())
    assert browser.get(f"/games/{source.id}/analysis").status_code == 302


def test_a_page_stops_following_the_analysis_of_a_record_that_is_gone(
    people: list[Player], client_of: Browser
) -> None:
    headers = {"HX-Request": "true", "HX-Target": "_analysis_progress"}
    address = f"/games/{uuid4()}/analysis/progress"
    answer = client_of(people[0]).get(address, headers=headers)
    part = answer.content.decode()
    assert answer.status_code == 404
    assert 'id="_analysis_progress"' in part
    assert 'role="alert"' in part
    assert "hx-get" not in part


def test_invalid_requests_are_refused(
    played: Callable[..., RecordSource],
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
    assert "Too many requests. Try again in" in plain(refused.content.decode())
