"""Parts of sample rooms: tiles of some plays, racks, seats, moves.

The whole rooms are in :mod:`tests.front.sample_rooms`.
"""

from dataclasses import replace
from typing import Any

from games.play.perspective.places import describe_placed_word
from games.play.perspective.viewdata import (
    MemberView,
    MoveView,
    PersonView,
    RackTileView,
    SeatView,
    TileView,
    UnseenView,
)
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import TileSet

NAMES = ("Amber", "Cobalt", "Saffron", "Juniper")
GAME = "11111111-2222-4333-8444-555555555555"

# A play: its first square, "a" across or "d" down, its faces (lower case: a blank; ".": filled).
MID_GAME = (
    "F8 a VIXEN",
    "F6 d FI.E",
    "H7 d O.",
    "J8 d .OdE",
    "J11 a .GRET",
    "E11 d WAKE",
    "C14 a HO.SE",
    "L4 d QUIT",
    "K4 a J.",
    "N10 d OTHER",
    "B10 a PLU.",
    "A8 d BAP",
    "M1 d ZONAL",
    "I1 a CRY",
)


def lay(tile_set: TileSet, plays: tuple[str, ...], **marks: Any) -> tuple[TileView, ...]:
    """Return the tiles of some plays; the last play is marked."""
    found: dict[Square, TileView] = {}
    for number, play in enumerate(plays):
        start, way, faces = play.split()
        square = Square.parse(start)
        for face in faces.split(",") if "," in faces else faces:
            if face != "." and square not in found:
                upper = face.upper()
                found[square] = TileView(
                    row=square.row,
                    col=square.col,
                    square=square.name,
                    face=upper,
                    value=0 if face != upper else tile_set.values[upper],
                    blank=face != upper,
                    owner=number % 2,
                    safe=False,
                    last=number == len(plays) - 1,
                    stolen=False,
                )
            square = Square(square.row + (way == "d"), square.col + (way == "a"))
    return tuple(found[square] for square in sorted(found))


def rack(tile_set: TileSet, faces: str) -> tuple[RackTileView, ...]:
    split = faces.split(",") if "," in faces else faces
    return tuple(
        RackTileView(face, 0 if face == "?" else tile_set.values[face], face == "?")
        for face in split
    )


def called(seat: SeatView, *names: str) -> SeatView:
    """Return a seat with these people; without people it is open."""
    people = tuple(PersonView(name, "") for name in names)
    members = (
        tuple(MemberView(n, name) for n, name in enumerate(names, 1)) if len(names) == 1 else ()
    )
    return replace(seat, names=names, people=people, taken=bool(names), members=members)


def seats(
    count: int, *, mine: int | None, to_move: int | None, **more: Any
) -> tuple[SeatView, ...]:
    scores = (139, 133, 98, 121)
    made = [
        SeatView(
            number=n,
            names=(NAMES[n],),
            people=(PersonView(NAMES[n], ""),),
            members=(MemberView(n, NAMES[n]),),
            taken=True,
            mine=n == mine,
            host=n == 0,
            to_move=n == to_move,
            in_play=True,
            score=scores[n],
            safe_points=None,
            tiles=7,
            rack=None,
            accepted=False,
            rejected=False,
            turns_owed=0,
            computer=None,
            delta=None,
        )
        for n in range(count)
    ]
    return tuple(replace(seat, **more) for seat in made)


def moves(count: int = 14) -> tuple[MoveView, ...]:
    made = []
    totals = [0, 0]
    for n in range(count):
        start, way, faces = MID_GAME[n % len(MID_GAME)].split()
        column, row = start[0], start[1:]
        place = row + column if way == "a" else column + row
        score = 7 + n * 5 % 31
        totals[n % 2] += score
        made.append(
            MoveView(
                number=n + 1,
                seat=n % 2,
                name=NAMES[n % 2],
                kind="play",
                position=place,
                word=faces,
                text=describe_placed_word(place, faces),
                score=score,
                total=totals[n % 2],
                withdrawn=False,
                has_more=True,
            )
        )
    return tuple(made)


def unseen(tile_set: TileSet) -> UnseenView:
    groups = tuple((face, max(0, tile_set.counts[face] - 2)) for face in tile_set.faces)
    groups = (*[group for group in groups if group[1]], ("?", 1))
    total = sum(count for _face, count in groups)
    return UnseenView(groups, total, total - 7)
