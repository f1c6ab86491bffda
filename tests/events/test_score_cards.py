"""Score cards: every round of an entrant with the totals after it."""

import re

import pytest

from games.events.models import Entrant
from games.players.models import Player
from tests.events.conftest import Open
from tests.events.event_driver import EventDriver, read_part, read_text

pytestmark = pytest.mark.django_db


def number_of(event: EventDriver, player: Player) -> int:
    known = list(Entrant.objects.filter(event=event.event).order_by("pk"))
    return known.index(event.entrant(player)) + 1


def card_of(event: EventDriver, player: Player) -> str:
    return read_part(event.page(None, f"players/{number_of(event, player)}/"), "_score_cards")


def lines_of(event: EventDriver, player: Player) -> list[list[str]]:
    """Return the cells of each round, without the reasons."""
    page = event.page(None, f"players/{number_of(event, player)}/")
    page = re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)
    rows = re.findall(r"<tr.*?</tr>", page, re.DOTALL)[1:]
    cells = [re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL) for row in rows]
    return [[read_text(cell) for cell in row] for row in cells]


def test_a_card_adds_up_round_by_round(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=4)
    event.play_round()
    event.play_round(margin=25)
    for player in people[:4]:
        lines = lines_of(event, player)
        assert [line[0] for line in lines] == ["1", "2"]
        standing = next(line for line in event.standings() if line[1] == player.nickname)
        assert (lines[-1][4], int(lines[-1][5].replace("−", "-"))) == standing[2:]
        assert lines[0][4] == lines[0][3]
    started = [player for player in people[:4] if "went first" in lines_of(event, player)[0][1]]
    assert len(started) == 2
    assert all(lines_of(event, player)[0][2:4] == ["400–360", "1"] for player in started)
    assert "Both have 0 points" in card_of(event, people[0])


def test_a_card_shows_byes_absences_and_rounds_without_a_game(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=5)
    event.pair()
    event.start()
    bye = event.last_round.byes.get().entrant.player
    assert bye is not None
    absentee, winner = event.players_at(event.tables[0])
    event.report(event.tables[0], "", "", absent=[0])
    event.report(event.tables[1], 300, 300)
    event.send(absentee, "withdraw")
    event.play_round()
    assert lines_of(event, bye)[0] == ["1", "Bye", "", "1", "1", "50"]
    assert "is the lowest in the standings who hasn't had a bye yet" in card_of(event, bye)
    assert lines_of(event, absentee)[0][2:] == ["absent", "0", "0", "−50"]
    assert lines_of(event, absentee)[1] == ["2", "no game", "", "", "0", "−50"]
    assert lines_of(event, winner)[0][2:] == ["", "1", "1", "50"]


def test_a_penalty_is_part_of_every_total(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=2)
    event.play_round()
    event.direct("penalise", entrant=event.entrant(people[0]).pk, half_points=1, spread=10)
    assert "Penalty: ½ points, 10 spread." in card_of(event, people[0])
    assert lines_of(event, people[0])[0][4] in ("½", "−½")


def test_all_cards_are_printed_by_name(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=4)
    page = event.page(None, "score-cards/")
    assert "No round has been paired yet" in page
    event.play_round()
    page = event.page(None, "score-cards/")
    names = re.findall(r'<h2 id="?card-\d+"?>(.*?)</h2>', page, re.DOTALL)
    assert [read_text(name) for name in names] == ["Amber", "Cobalt", "Jade", "Rust"]
    assert "Score cards" in read_part(event.page(), "_standings")


def test_no_one_else_has_a_card(open_event: Open) -> None:
    event = open_event(entrants=2)
    for number in (0, 3):
        answer = event.browser_of(None).get(f"/events/{event.code}/players/{number}/")
        assert answer.status_code == 404
