"""Questions about words: made of a dictionary, and their answers judged. Knows no table.

A question's ``word`` is the card it belongs to: for anagrams the sorted tiles, else the word. Words
and tiles are in notation: a tile of several letters stands in brackets.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

from games.rules.notation import Marks
from games.study.memory import Result
from games.study.models import Kind
from lexicon.alphabets import whole_faces
from lexicon.bags import Bag
from lexicon.graph.wordgraph import Word, WordGraph
from lexicon.search.hooks import find_hooks
from lexicon.search.query import Query, Rack, SearchError
from lexicon.search.reading import Reader
from lexicon.search.searching import codes_of, search

GOOD, PHONY = "good", "phony"
MOST_ANSWERS = 30
TRIES = 60
LONGEST_ANSWER = 400


@dataclass(frozen=True, slots=True)
class Question:
    """``shown``: the tiles that are shown. ``answers``: the words an anagram has; ``good`` or
    ``phony``; or, of hooks, two strings of tiles, those in front and those behind. ``said`` and
    ``result`` come with the answer."""

    kind: str
    word: str
    shown: tuple[str, ...]
    answers: tuple[str, ...]
    said: str = ""
    result: str = ""

    @property
    def right(self) -> bool:
        return self.result == Result.RIGHT.name

    @property
    def words(self) -> tuple[str, ...]:
        """The words that its answer tells."""
        return self.answers if self.kind == Kind.ANAGRAM else (self.word,)

    @property
    def told(self) -> tuple[str, ...]:
        """What was answered; of hooks those in front and those behind."""
        if self.kind != Kind.HOOKS:
            return (self.said,)
        front, _bar, back = self.said.partition("|")
        return front, back

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def read(cls, data: dict[str, Any]) -> "Question":
        lists = {name: tuple(data[name]) for name in ("shown", "answers")}
        return cls(**{**data, **lists})


class Examiner:
    """Makes and judges questions from one dictionary, in one edition's tiles."""

    def __init__(self, graph: WordGraph, bag: Bag) -> None:
        self.graph = graph
        self.bag = bag
        self.marks = Marks(bag.faces, bag.language)
        self.reader = Reader(bag.language, graph.alphabet, whole_faces(graph.alphabet))

    def write(self, word: Sequence[str]) -> str:
        return "".join(map(self.marks.of, word))

    def read(self, text: str) -> Word:
        """A word in notation as tiles."""
        return tuple(face for face in self.marks.read_tiles(text) if face is not None)

    def key(self, kind: str, word: Word) -> str:
        """By which card a word is learnt."""
        if kind != Kind.ANAGRAM:
            return self.write(word)
        return self.write(sorted(word, key=self.graph.alphabet.index))

    def ask(self, kind: str, word: Word, rng: Random) -> Question | None:
        """A question of this kind; ``None`` where the word is none, or not fit for one."""
        key = self.key(kind, word)
        if kind == Kind.ANAGRAM:
            answers = self._anagrams(word)
            tiles = self.read(key)
            return Question(kind, key, tiles, answers) if answers else None
        if word not in self.graph:
            return None
        if kind == Kind.HOOKS:
            hooks = find_hooks(self.graph, word)
            return Question(kind, key, word, (self.write(hooks.front), self.write(hooks.back)))
        phony = self._make_phony(word, rng) if rng.random() < 0.5 else None
        return Question(kind, key, phony or word, (PHONY if phony else GOOD,))

    def judge(self, question: Question, said: str) -> Question:
        """The question with its answer and the result."""
        said = said.strip()[:LONGEST_ANSWER]
        if question.kind == Kind.ANAGRAM:
            result = self._judge_anagram(question, said)
        elif question.kind == Kind.HOOKS:
            result = self._judge_hooks(question, said)
        else:
            result = Result.RIGHT if said == question.answers[0] else Result.WRONG
        return replace(question, said=said, result=result.name)

    def _anagrams(self, word: Word) -> tuple[str, ...]:
        rack = Rack(tuple(sorted(codes_of(self.graph, word))))
        found = search(self.graph, self.bag, Query(racks=(rack,)), most=MOST_ANSWERS)
        return tuple(map(self.write, found.words))

    def _make_phony(self, word: Word, rng: Random) -> Word | None:
        """A word with another tile in it, or one more at an end, that is none but looks like one;
        ``None`` where none was found. Tiles come as often as in the bag."""
        for _try in range(TRIES):
            (tile,) = rng.choices(self.graph.alphabet, self.bag.counts)
            at = rng.randrange(-1, len(word) + 1)
            if at < 0:
                made: Word = (tile, *word)
            elif at == len(word):
                made = (*word, tile)
            else:
                made = (*word[:at], tile, *word[at + 1 :])
            if made not in self.graph and self._looks_good(made):
                return made
        return None

    def _looks_good(self, made: Word) -> bool:
        """Whether words begin with the first three tiles, and with any two that lie together."""
        parts = [made[:3], *(made[at : at + 2] for at in range(1, len(made) - 1))]
        return all(next(self.graph.words(part), None) is not None for part in parts)

    def _judge_anagram(self, question: Question, said: str) -> Result:
        wanted = {self.read(word) for word in question.answers}
        named = [self._ways(word) for word in said.replace(",", " ").split()]
        found = {word for ways in named for word in ways & wanted}
        wrong = any(not ways & wanted for ways in named)
        if found == wanted and not wrong:
            return Result.RIGHT
        return Result.PARTLY if found else Result.WRONG

    def _ways(self, text: str) -> set[Word]:
        faces = ("", *self.graph.alphabet)
        try:
            read = self.reader.read_word(text)
        except SearchError:
            return set()
        return {tuple(faces[code] for code in word) for word in read}

    def _judge_hooks(self, question: Question, said: str) -> Result:
        """``said`` has the front hooks, a bar, and the back hooks."""
        front, _bar, back = said.partition("|")
        named = [self._tiles(front), self._tiles(back)]
        wanted = [[set(self.read(tiles))] for tiles in question.answers]
        sides = [any(one in ways for one in want) for want, ways in zip(wanted, named, strict=True)]
        if all(sides):
            return Result.RIGHT
        useful = any(side and tiles for side, tiles in zip(sides, question.answers, strict=True))
        return Result.PARTLY if useful else Result.WRONG

    def _tiles(self, text: str) -> list[set[str]]:
        """The tiles somebody typed in no order, in each way they may be meant."""
        return [set(way) for way in self._ways(text.replace(",", " "))] or [set()]
