"""Searches compared with trying every word, in several alphabets; odds with hand-made ones."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb, prod
from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.graph.build import build_graph
from lexicon.graph.wordgraph import Word, WordGraph
from lexicon.search.hooks import Hooks, find_hooks
from lexicon.search.query import (
    ANY_ONE_TILE,
    ANY_TILES,
    Pattern,
    SearchError,
    SearchRackQuery,
    TileChoice,
    Wildcard,
    WordOrder,
    WordQuery,
)
from lexicon.search.query_reader import QueryReader
from lexicon.search.word_search import SearchResult, encode_word, search_words
from lexicon.search.word_values import count_draws, find_probability, score
from lexicon.terms.alphabets import list_language_alphabets
from lexicon.terms.bags import TileBag, list_bags

WORDS = {
    "en": "act acts cat cats cast scat taco tacos at ta ca a-b oat oats stoat quiz quiet za scatt",
    "es": "chal calle calles llama lama mala carro caro coro chico perro pero rocho año llano",
    "hu": "gyár gyárt agy ágy anya nagy hegy egy gyep csap szép zsák tyúk csók sok",
    "he": "שלום מלך מלכה כלב לב בל אבא באב גלגל",
    "tr": "ısı isi iki ılık silik kısa sık aşk kaş",
}
FACES = {
    "en": "ACTSOQUIZE",
    "es": ("A", "C", "CH", "H", "L", "LL", "O", "R", "RR", "E", "M"),
    "hu": ("A", "GY", "G", "Z", "SZ", "N", "NY", "CS", "C", "S", "E", "O", "Ó", "K"),
    "he": "שלומכבאג",
    "tr": "ISİKLŞA",
}


@cache
def shelf(language: str) -> tuple[WordGraph, TileBag, QueryReader]:
    """Return a graph of the language's words, the bag of the plain edition, and a query reader."""
    alphabet = list_language_alphabets(language)[0]
    path = Path(mkdtemp()) / "words.graph"
    words = [word for word in WORDS[language].split() if "-" not in word]
    reader = QueryReader(language, alphabet.faces, alphabet.whole)
    folded = {fold(reader, word) for word in words}
    build_graph(sorted(folded), alphabet.faces, path, whole=alphabet.whole)
    graph = WordGraph.open(path)
    return graph, list_bags(language)[0].over(graph.alphabet), reader


def fold(reader: QueryReader, word: str) -> str:
    return "".join(reader.faces[code - 1] for code in reader.read_word(word)[0])


def makes(word: list[int], rack: SearchRackQuery, shorter: bool, never: set[int]) -> bool:
    missing = Counter(word) - Counter(rack.codes)
    fits = len(word) <= rack.size if shorter else len(word) == rack.size
    return fits and missing.total() <= rack.blanks and not never & missing.keys()


def fits(word: list[int], pattern: Pattern) -> bool:
    if not pattern:
        return not word
    first, rest = pattern[0], pattern[1:]
    if not isinstance(first, TileChoice):
        return any(fits(word[at:], rest) for at in range(len(word) + 1))
    return bool(word) and (word[0] in first.codes) != first.others and fits(word[1:], rest)


def try_all(graph: WordGraph, bag: TileBag, query: WordQuery) -> list[Word]:
    """Answer the query by testing every word."""
    never = {graph.alphabet.index(face) + 1 for face in bag.never_blank}
    lengths = range(query.min_length or 1, (query.max_length or 99) + 1)
    found = [
        word
        for word in graph.words()
        if len(word) in lengths
        if not query.racks
        or any(makes([*encode_word(graph, word)], one, query.shorter, never) for one in query.racks)
        if all(
            any(fits([*encode_word(graph, word)], one) for one in all_) for all_ in query.patterns
        )
    ]
    keys: dict[WordOrder, Callable[[Word], float]] = {
        WordOrder.ALPHABET: lambda word: 0,
        WordOrder.SCORE: lambda word: -score(bag, encode_word(graph, word)),
        WordOrder.PROBABILITY: lambda word: -count_draws(bag, encode_word(graph, word)),
    }
    return sorted(found, key=lambda word: (-len(word), keys[query.order](word)))


def items(codes: st.SearchStrategy[int]) -> st.SearchStrategy[TileChoice | Wildcard]:
    places = st.builds(TileChoice, st.frozensets(codes, min_size=1, max_size=3), st.booleans())
    return st.one_of(
        st.just(ANY_ONE_TILE),
        st.just(ANY_TILES),
        places,
        codes.map(lambda one: TileChoice(frozenset((one,)))),
    )


@st.composite
def queries(draw: st.DrawFn, graph: WordGraph, faces: Sequence[str]) -> WordQuery:
    codes = st.sampled_from([graph.alphabet.index(face) + 1 for face in faces])
    racks = st.builds(
        SearchRackQuery,
        st.lists(codes, max_size=6).map(lambda c: tuple(sorted(c))),
        st.integers(0, 2),
    )
    patterns = st.lists(items(codes), min_size=1, max_size=6).map(tuple)
    groups = st.lists(patterns, min_size=1, max_size=2).map(tuple)
    return WordQuery(
        racks=tuple(rack for rack in draw(st.lists(racks, max_size=2)) if rack.size),
        shorter=draw(st.booleans()),
        patterns=tuple(draw(st.lists(groups, max_size=2))),
        min_length=draw(st.none() | st.integers(1, 6)),
        max_length=draw(st.none() | st.integers(1, 6)),
        order=draw(st.sampled_from(list(WordOrder))),
    )


@pytest.mark.parametrize("language", WORDS)
@given(data=st.data(), skip=st.integers(0, 12), limit=st.integers(1, 9))
def test_results_match_a_search_of_every_word(
    language: str, data: st.DataObject, skip: int, limit: int
) -> None:
    graph, bag, _reader = shelf(language)
    query = data.draw(queries(graph, FACES[language]))
    found, wanted = (
        search_words(graph, bag, query, skip=skip, limit=limit),
        try_all(graph, bag, query),
    )
    assert found.words == tuple(wanted[skip : skip + limit])
    assert found.total == len(wanted)
    assert dict(found.sizes) == Counter(map(len, wanted))


def find(language: str, **typed: str) -> list[str]:
    """Return the words found by someone who types this into the form."""
    graph, bag, reader = shelf(language)
    racks = reader.read_racks(typed.get("letters", ""))
    pattern = reader.read_patterns(typed["pattern"]) if "pattern" in typed else ()
    query = WordQuery(
        racks=racks, shorter="shorter" in typed, patterns=(pattern,) if pattern else ()
    )
    return ["".join(word) for word in search_words(graph, bag, query).words]


@pytest.mark.parametrize(
    ("language", "typed", "words"),
    [
        ("en", {"letters": "tca"}, "ACT CAT"),
        ("en", {"letters": "ca?"}, "ACT CAT"),
        ("en", {"letters": "c?at"}, "ACTS CAST CATS SCAT TACO"),
        ("en", {"letters": "zA?", "shorter": "on"}, "AT CA TA ZA"),
        ("en", {"pattern": "c?t*"}, "CATS CAT"),
        ("en", {"pattern": "*[ao]t"}, "SCAT STOAT CAT OAT AT"),
        ("en", {"pattern": "[^aco]?"}, "TA ZA"),
        ("en", {"pattern": "qu*"}, "QUIET QUIZ"),
        ("es", {"pattern": "ch*"}, "CHICO CHAL"),  # one tile, and never C and H
        ("es", {"pattern": "[CH]??"}, "CHAL"),
        ("es", {"pattern": "?a[LL]*"}, "CALLES CALLE"),
        ("es", {"letters": "ll ama"}, "LLAMA"),
        ("es", {"letters": "l l a m a"}, ""),
        ("es", {"pattern": "*año"}, "AÑO"),
        ("hu", {"letters": "gyár"}, "GYÁR"),
        ("hu", {"letters": "gy a"}, "AGY"),
        ("hu", {"pattern": "*[gy]"}, "HEGY NAGY AGY EGY ÁGY"),
        ("he", {"letters": "ךלמ"}, "מלך".replace("ך", "כ")),  # final forms count as plain letters
        ("he", {"pattern": "ל*"}, "לב"),  # begins at the right
        ("tr", {"letters": "isi"}, "İSİ"),  # with dots, as typed
        ("tr", {"letters": "ısı"}, "ISI"),
    ],
)
def test_typed_letters_are_read_as_tiles(language: str, typed: dict[str, str], words: str) -> None:
    assert sorted(find(language, **typed)) == sorted(words.split())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ca1", "search.letters"),
        ("[ca", "search.choice"),
        ("[]", "search.choice"),
        ("[a1]", "search.choice"),
        ("a]", "search.choice"),
        ("*a*b*c*a*b*c*a", "search.stars"),
        ("a" * 61, "search.long"),
    ],
)
def test_invalid_searches_are_refused(text: str, code: str) -> None:
    with pytest.raises(SearchError) as refused:
        shelf("en")[2].read_patterns(text)
    assert refused.value.code == code


def test_searches_have_a_maximum_length() -> None:
    reader = shelf("hu")[2]
    for read, text, code in (
        (reader.read_racks, "a" * 16, "search.tiles"),
        (reader.read_racks, "szszszszszsz", "search.ways"),
        (reader.read_word, "a?b", "search.word"),
    ):
        with pytest.raises(SearchError) as refused:
            read(text)
        assert refused.value.code == code


def test_hooks_are_shown_as_in_club_lists() -> None:
    graph, _bag, _reader = shelf("en")
    assert find_hooks(graph, ("C", "A", "T")) == Hooks(("S",), ("S",), True, True)
    assert find_hooks(graph, ("Q", "U", "I", "Z")) == Hooks((), (), False, False)
    assert find_hooks(graph, ("O", "A", "T")).front == ()
    spanish, _bag, _reader = shelf("es")
    assert find_hooks(spanish, ("A", "L")).front == ("CH",)


def draw_all(bag: TileBag, word: Word) -> int:
    """Count the draws of distinguishable tiles that spell the word, by listing them all."""
    names = [face for face, count in zip(bag.faces, bag.counts, strict=True) for _ in range(count)]
    tiles = [*names, *["?"] * bag.blanks]
    made: set[tuple[int, ...]] = set()
    for order in set(permutations(word)):
        fitting = [[at for at, tile in enumerate(tiles) if tile in (face, "?")] for face in order]
        made |= {tuple(sorted(draw)) for draw in product(*fitting) if len({*draw}) == len(draw)}
    return len(made)


@given(
    counts=st.lists(st.integers(0, 3), min_size=3, max_size=3),
    blanks=st.integers(0, 2),
    word=st.lists(st.sampled_from("ABC"), min_size=1, max_size=4),
)
def test_counted_draws_match_enumeration(counts: list[int], blanks: int, word: Word) -> None:
    bag = TileBag("x", "xx", "X", "ltr", ("A", "B", "C"), tuple(counts), (1, 1, 1), blanks)
    codes = tuple("ABC".index(face) + 1 for face in word)
    assert count_draws(bag, codes) == draw_all(bag, word)


def test_odds_match_a_calculation_by_hand() -> None:
    """An English bag has 9 A, 2 C and 6 T among 98 letters and 2 blanks."""
    graph, bag, _reader = shelf("en")
    plain = 9 * 2 * 6
    one_blank = 2 * (9 * 2 + 9 * 6 + 2 * 6)
    two_blanks = 9 + 2 + 6
    chance = Fraction(plain + one_blank + two_blanks, comb(100, 3))
    assert find_probability(bag, encode_word(graph, ("C", "A", "T"))) == chance
    assert find_probability(bag, encode_word(graph, ("Q", "U", "I", "Z"))) == Fraction(
        prod((1, 4, 9, 1)) + 2 * (36 + 9 + 4 + 36) + (4 + 9 + 1 + 36 + 4 + 9), comb(100, 4)
    )
    zz = encode_word(graph, ("Z", "Z"))
    assert find_probability(bag, zz) == Fraction(1 * 2 + 1, comb(100, 2))
    assert find_probability(bag, zz * 2) == 0


def test_letters_that_no_blank_can_stand_for_are_drawn_as_tiles() -> None:
    bag = next(bag for bag in list_bags("en") if bag.never_blank)
    (never,) = bag.never_blank
    code = bag.faces.index(never) + 1
    assert count_draws(bag, (code,)) == bag.counts[code - 1]


def test_nothing_is_found_in_an_empty_dictionary(tmp_path: Path) -> None:
    build_graph([], "ABC", tmp_path / "none.graph")
    graph = WordGraph.open(tmp_path / "none.graph")
    bag = TileBag("x", "xx", "X", "ltr", ("A", "B", "C"), (1, 1, 1), (1, 1, 1), 2)
    assert search_words(graph, bag, WordQuery(min_length=2)) == SearchResult(0, (), ())
