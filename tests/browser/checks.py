"""What every window has to show, held against the rules' own state of the game."""

import re
from collections.abc import Sequence

from playwright.sync_api import expect

from games.rules.events import Challenged, Outcome
from games.rules.game import GameState
from games.rules.moves import Play
from games.rules.squares import Square
from tests.browser.conftest import Table
from tests.browser.driver import RoomPage
from tests.browser.ears import face_of
from tests.browser.script import Plan, board_names


def check_public(page: RoomPage, plan: Plan, names: Sequence[str]) -> None:
    """Board, scores and the count in the bag: what everyone sees."""
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
    """One mark of the meter is greyed for each S on the board."""
    played = sum(tile.face == "S" for _, tile in plan.state.board.items())
    meter = page.page.get_by_role("img", name=f"S meter: {4 - played} of 4 not yet played")
    expect(meter).to_be_visible()


def check_verdict(page: RoomPage, event: Challenged) -> None:
    title = "Challenge upheld" if event.upheld else "Challenge failed"
    expect(page.verdict.get_by_role("heading", name=title)).to_be_visible()
    told = [f"{word} is {'' if good else 'not '}good" for word, good in event.words]
    lines = page.verdict.get_by_role("listitem").all_inner_texts()
    assert [" ".join(line.split()) for line in lines] == told


def check_result(page: RoomPage, plan: Plan, names: Sequence[str]) -> None:
    """The table of the end: before, adjustment, final, everyone's rack; and who won."""
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
    headline = "A draw." if outcome.winner is None else f"{names[outcome.winner]} wins."
    expect(page.result.get_by_role("heading")).to_contain_text(headline)


def _row(outcome: Outcome, names: Sequence[str], seat: int) -> re.Pattern[str]:
    change = outcome.adjustments[seat]
    sign = "+" if change > 0 else "−" if change < 0 else ""
    shown = [outcome.before[seat], f"{sign}{abs(change)}", outcome.scores[seat]]
    return re.compile(names[seat] + "".join(rf"\s*{re.escape(str(one))}" for one in shown))


def letters_of(play: Play) -> list[tuple[Square, str]]:
    return [(square, letter.face) for square, letter in play.placed()]


def expect_laid(page: RoomPage, play: Play) -> None:
    """All tiles of a play lie there tentatively."""
    for square, face in letters_of(play):
        expect(page.square(square)).to_have_accessible_name(
            re.compile(f"^{square.name}, {face}, .*not played yet$")
        )


def expect_played(table: Table, play: Play) -> None:
    """Everyone sees the play on the board."""
    table.plan.do(play)
    for page in table.pages:
        page.expect_moves(len(table.plan.log))
        assert page.read_board() == board_names(table.plan)
