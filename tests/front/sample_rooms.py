"""Sample rooms: a made-up view for every screen, for tests and for people to look at."""

from dataclasses import replace
from typing import Any

from games.play.perspective.board_and_racks import build_board_view, build_variant_terms
from games.play.perspective.viewdata import (
    ChallengeView,
    DrawView,
    FinalScoreView,
    LastMoveView,
    OutcomeView,
    RoomView,
    UnseenView,
    WordVerdictView,
)
from games.rules.equipment.layouts import load_layout
from games.rules.equipment.tiles import load_tile_set
from games.rules.positions.variants import get_variant
from tests.front.sample_parts import GAME, MID_GAME, NAMES, called, lay, moves, rack, seats, unseen


def room(variant: str = "scrabble", edition: str = "en", **more: Any) -> RoomView:
    """Return the viewer's turn in the middle of a game of two, with changes."""
    kind, tile_set = get_variant(variant), load_tile_set(edition)
    view = RoomView(
        code="kitchen7",
        title="Kitchen table",
        number=1,
        game_id=GAME,
        stamp=41,
        turn=14,
        phase="playing",
        variant=variant,
        variant_name=kind.name,
        summary=("English (open)", "single challenge"),
        edition=edition,
        public=True,
        link="http://127.0.0.1:8130/r/kitchen7/",
        seat=0,
        seats=seats(2, mine=0, to_move=0),
        to_move=0,
        actions=frozenset({"play", "exchange", "pass", "challenge", "resign"}),
        board=build_board_view(load_layout(kind.layouts[0]), tile_set),
        terms=build_variant_terms(kind, tile_set),
        tiles=lay(tile_set, MID_GAME) if edition in ("en", "en-super", "qwibble-en") else (),
        rack=rack(tile_set, "SAETNG?") if "en" in edition else None,
        unseen=unseen(tile_set),
        moves=moves(),
        last_move=LastMoveView("play", "Cobalt played CRY for 20.", ((1, 20),)),
        say="Cobalt played CRY for 20. Your turn.",
        challenge=None,
        outcome=None,
        draw=DrawView(
            ((("Amber", "C"), ("Cobalt", "C")), (("Amber", "A"), ("Cobalt", "T"))), "Amber"
        ),
        exchange_most=7,
        s_left=None,
        seed_hash="9f" * 32,
        contributions=(("Amber", "1a" * 16), ("Cobalt", "")),
        preview_shows_words=False,
        votes=None,
        invitation=False,
    )
    return replace(view, **more)


def waiting() -> RoomView:
    free = seats(4, mine=0, to_move=None, score=0, tiles=0)
    computer = replace(called(free[1], "Even bot"), computer="Even")
    empty = [called(seat) for seat in free[2:]]
    return room(
        phase="waiting",
        seats=(free[0], computer, *empty),
        to_move=None,
        tiles=(),
        rack=(),
        moves=(),
        last_move=None,
        draw=None,
        say="Waiting for players.",
        turn=0,
        actions=frozenset({"start", "stand", "seat_computer", "dismiss_computer", "invite"}),
    )


def challenged() -> RoomView:
    words = (
        WordVerdictView("CRY", True, "to shed tears; to call out"),
        WordVerdictView("ZONALR", False, ""),
    )
    verdict = ChallengeView(
        "Amber", "Cobalt", words, True, "Cobalt took back the tiles and lost the turn."
    )
    return room(challenge=verdict, say="Amber challenged and won. Your turn.")


def final_challenge() -> RoomView:
    return room(
        phase="final_challenge",
        seats=seats(2, mine=0, to_move=None),
        to_move=None,
        actions=frozenset({"accept", "challenge", "resign"}),
        unseen=UnseenView((), 0, 0),
        say="Cobalt went out with CRY. Accept the play or challenge it.",
    )


def ended() -> RoomView:
    english = load_tile_set("en")
    finals = (
        FinalScoreView(0, "Amber", 312, -9, 303, rack(english, "SAETNG?"), False),
        FinalScoreView(1, "Cobalt", 335, 9, 344, (), True),
    )
    outcome = OutcomeView(
        "out", "Cobalt wins, 344 to 303.", 1, finals, "", "ab" * 32, f"/games/{GAME}/"
    )
    return room(
        phase="over",
        to_move=None,
        seats=seats(2, mine=0, to_move=None),
        outcome=outcome,
        turn=31,
        actions=frozenset({"rematch"}),
        unseen=UnseenView((), 0, 0),
        say="Cobalt went out and wins.",
    )


def qwibble(**more: Any) -> RoomView:
    tile_set = load_tile_set("qwibble-en")
    plays = (
        "F8 a BIRDS",
        "J8 d .TONE",
        "J12 a .AGLES",
        "O10 d WAL.",
        "M12 d .IMP",
        "L15 a PEAL",
        "C1 d HOUSE",
        "B3 a R.NS",
        "H5 d JuI.Y",
        "A5 a GO.E",
    )
    placed = []
    for tile in lay(tile_set, plays):
        owner = 1 if tile.row > 10 or tile.col < 4 else 0
        owner = 0 if tile.row == 7 else owner
        safe = (
            (tile.col == 14 and tile.row > 8) or tile.row == 14 or (tile.col == 2 and tile.row < 6)
        )
        stolen = tile.row == 4 and tile.col == 2
        placed.append(
            replace(
                tile, owner=owner, safe=safe and not stolen, stolen=stolen, last=tile.last or stolen
            )
        )
    both = seats(2, mine=0, to_move=0)
    both = (
        replace(both[0], score=31, safe_points=8, delta=-6),
        replace(both[1], score=44, safe_points=17, delta=11),
    )
    return room(
        "qwibble",
        "qwibble-en",
        title="Afternoon",
        tiles=tuple(placed),
        seats=both,
        s_left=2,
        last_move=LastMoveView("play", "Cobalt played GOUE.", ((1, 11), (0, -6))),
        say="Cobalt played GOUE and stole 6. Your turn.",
        preview_shows_words=True,
        votes=None,
        actions=frozenset({"play", "exchange", "pass", "resign"}),
        draw=None,
        **more,
    )


def spanish() -> RoomView:
    tile_set = load_tile_set("es")
    plays = ("F8 a L,E,CH,E", "I8 d .,RR,O,R", "G8 d .,LL,O")
    return room(edition="es", tiles=lay(tile_set, plays), rack=rack(tile_set, "A,CH,RR,H,C,O,?"))


def foreign(edition: str, faces: str, *plays: str) -> RoomView:
    """Return a room with a rack of these faces (separated by commas), and tiles on the board."""
    tile_set = load_tile_set(edition)
    return room(edition=edition, tiles=lay(tile_set, plays), rack=rack(tile_set, faces))


def hebrew() -> RoomView:
    tile_set = load_tile_set("he")
    return room(
        edition="he",
        tiles=lay(tile_set, ("F8 a שלומ", "H8 d .ילד")),
        rack=rack(tile_set, "אבגדה?ש"),
    )


def hebrew_ended() -> RoomView:
    over, tile_set = ended(), load_tile_set("he")
    assert over.outcome is not None
    finals = tuple(replace(final, rack=rack(tile_set, "אבגד?")) for final in over.outcome.finals)
    shown = hebrew()
    outcome = replace(over.outcome, finals=finals)
    return replace(over, board=shown.board, tiles=shown.tiles, outcome=outcome, rack=None)


SAMPLES = {
    "waiting": waiting,
    "mine": room,
    "one_device": lambda: room(one_device=True),
    "three": lambda: room(seats=seats(3, mine=0, to_move=0)),
    "four": lambda: room(seats=seats(4, mine=0, to_move=0)),
    "four_begin": lambda: room(
        seats=seats(4, mine=0, to_move=0),
        turn=0,
        tiles=(),
        moves=(),
        draw=DrawView((tuple(zip(NAMES, "CTMA", strict=False)),), NAMES[3]),
    ),
    "theirs": lambda: room(
        seats=seats(2, mine=0, to_move=1),
        to_move=1,
        actions=frozenset({"resign"}),
        say="You played ZONAL for 42. Cobalt's turn.",
    ),
    "spectator": lambda: room(
        seat=None,
        seats=seats(2, mine=None, to_move=0),
        rack=None,
        actions=frozenset(),
    ),
    "verdict": challenged,
    "final": final_challenge,
    "ended": ended,
    "qwibble": qwibble,
    "spanish": spanish,
    "hebrew": hebrew,
    "hebrew_ended": hebrew_ended,
    "turkish": lambda: foreign("tr", "I,İ,A,Ş,K,?,E"),
    "hungarian": lambda: foreign("hu", "C,CS,S,GY,Á,?,Ő"),
    "greek": lambda: foreign("el", "Σ,Α,Ο,Ι,?,Ω,Ν"),
    "french": lambda: foreign("fr", "E,T,C,A,?,O,E"),
    "german": lambda: foreign("de", "S,S,Ü,E,?,N,A"),
    "arabic": lambda: foreign("ar", "أ,ا,ب,ي,?,ل,س", "F8 a سلام"),
    "japanese": lambda: foreign("ja-Hira", "か,な,さ,く,?,ら,い"),
    "super": lambda: room("super", "en-super"),
    "empty": lambda: room(
        tiles=(), moves=(), last_move=None, turn=0, say="You drew the first turn."
    ),
}
SAMPLES["invited"] = lambda: replace(
    qwibble(),
    seat=None,
    rack=None,
    invitation=True,
    actions=frozenset({"sit", "decline"}),
    seats=(
        qwibble().seats[0],
        replace(called(qwibble().seats[1]), open_to_me=True),
    ),
)
SAMPLES["alone"] = lambda: replace(
    qwibble(),
    actions=frozenset({"invite", "resign"}),
    seats=(qwibble().seats[0], called(qwibble().seats[1])),
)
SAMPLES["hinted"] = lambda: room(
    actions=frozenset({"play", "exchange", "pass", "resign", "hint"}), preview_shows_words=True
)


def sample(name: str) -> RoomView:
    """Return one of the views above."""
    return SAMPLES[name]()
