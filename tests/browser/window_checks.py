"""What every window must show, checked against the rules' own state of the game."""

import re
from collections.abc import Sequence

from playwright.sync_api import expect

from games.rules.equipment.squares import Square
from games.rules.flow.game import GameState
from games.rules.plays.acts import Play
from games.rules.plays.events import Challenged, Outcome
from tests.browser.conftest import Table
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan, board_names
from tests.browser.traffic import face_of


def check_public(page: RoomPage, plan: Plan, names: Sequence[str]) -> None:
    """Check board, scores and the number of tiles in the bag, which everyone sees."""
    owned = plan.state.variant.scoring.owned_tiles
    assert page.read_board() == board_names(plan, tuple(names) if owned else ())
    scores = [seat.score for seat in plan.state.seats]
    assert page.read_scores() == dict(zip(names, scores, strict=True))
    left = len(plan.state.bag)
    expect(page.tiles_left()).to_have_text(f"{left} tile{'s' if left != 1 else ''} left")


def check_safe_points(page: RoomPage, plan: Plan, names: Sequence[str]) -> None:
    groups = page.page.get_by_role("region", name="Scores").get_by_role("group")
    for seat, name in enumerate(names):
        group = groups.and_(
            page.page.get_by_role("group", name=re.compile(rf"^{re.escape(name)}(, |$)"))
        )
        expect(group).to_contain_text(f"{safe_points(plan.state, seat)} safe")


def safe_points(state: GameState, seat: int) -> int:
    tiles = [tile for _, tile in state.board.items() if tile.owner == seat and tile.safe]
    return sum(state.tile_set.value(tile.tile) for tile in tiles)


def check_s_meter(page: RoomPage, plan: Plan) -> None:
    """Check that one mark of the meter is greyed for each S on the board."""
    played = sum(tile.face == "S" for _, tile in plan.state.board.items())
    meter = page.page.get_by_role("img", name=f"S meter: {4 - played} of 4 still to come")
    expect(meter).to_be_visible()


def check_verdict(page: RoomPage, event: Challenged) -> None:
    title = "Challenge successful" if event.upheld else "Challenge failed"
    expect(page.verdict.get_by_role("heading", name=title)).to_be_visible()
    verdicts = [f"{word} is {'' if good else 'not '}valid" for word, good in event.words]
    lines = page.verdict.get_by_role("listitem").all_inner_texts()
    assert [" ".join(line.split()) for line in lines] == verdicts


def check_result(page: RoomPage, plan: Plan, names: Sequence[str]) -> None:
    """Check the table of results: before, adjustment, final, everyone's rack; and who won."""
    outcome = plan.state.outcome
    assert outcome is not None
    rows = page.result.get_by_role("row").filter(has=page.page.get_by_role("rowheader"))
    expect(rows).to_have_text([_row(outcome, names, seat) for seat in range(plan.seats)])
    for seat, name in zip(plan.state.seats, names, strict=True):
        if seat.rack:
            label = re.compile(f"^Rack of {name}:")
            shown = page.result.get_by_role("img", name=label).get_attribute("aria-label") or ""
            spelt = [face_of(tile).replace("?", "blank") for tile in seat.rack]
            assert sorted(shown.split(": ")[1].split()) == sorted(spelt)
    expect(page.result.get_by_role("heading")).to_contain_text(_headline(outcome, names))


def _headline(outcome: Outcome, names: Sequence[str]) -> re.Pattern[str]:
    """Return the headline as its readers may see it: the winner, another player, a spectator."""
    if outcome.winner is None:
        return re.compile("A draw|You drew")
    name, scores = re.escape(names[outcome.winner]), outcome.scores
    if len(scores) > 2:
        points = str(scores[outcome.winner]).replace("-", "−")
        return re.compile(f"(You|{name}) won with {points} point|You came ")
    won, lost = scores[outcome.winner], scores[1 - outcome.winner]
    dash = " to " if min(scores) < 0 else "–"
    texts = [str(one).replace("-", "−") for one in (won, lost)]
    return re.compile(f"(You|{name}) won {dash.join(texts)}|You lost {dash.join(texts[::-1])}")


def _row(outcome: Outcome, names: Sequence[str], seat: int) -> re.Pattern[str]:
    change = outcome.adjustments[seat]
    sign = "+" if change > 0 else "−" if change < 0 else ""
    shown = [outcome.before[seat], f"{sign}{abs(change)}", outcome.scores[seat]]
    texts = [re.escape(str(one).replace("-", "−")) for one in shown]
    return re.compile(names[seat] + "".join(rf"\s*{text}" for text in texts))


def letters_of(play: Play) -> list[tuple[Square, str]]:
    return [(square, letter.face) for square, letter in play.placed()]


def expect_tentative(page: RoomPage, play: Play) -> None:
    """Check that all tiles of a play lie tentatively on the board."""
    for square, face in letters_of(play):
        expect(page.square(square)).to_have_accessible_name(
            re.compile(f"^{square.name}, {face}, .*not played yet$")
        )


def expect_played(table: Table, play: Play) -> None:
    """Apply the play to the plan, and check that everyone sees it on the board."""
    table.plan.do(play)
    for page in table.pages:
        page.expect_moves(len(table.plan.log))
        assert page.read_board() == board_names(table.plan)
