"""Makes questions about words from a dictionary, and judges the answers. Uses no database.

A question's ``word`` identifies its card: the sorted tiles for anagrams, otherwise the word. Words
and tiles are in notation, with tiles of several letters in brackets.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

from games.rules.equipment.notation import TileNotation
from games.study.models import QuestionKind
from games.study.terms.recall import AnswerGrade
from lexicon.graph.wordgraph import Word, WordGraph
from lexicon.search.hooks import find_hooks
from lexicon.search.query import SearchError, SearchRackQuery, WordQuery
from lexicon.search.query_reader import QueryReader
from lexicon.search.word_search import encode_word, search_words
from lexicon.terms.alphabets import list_unsplittable_faces
from lexicon.terms.bags import TileBag

GOOD, PHONY = "good", "phony"
MAX_ANSWERS = 30
PHONY_ATTEMPTS = 60
MAX_ANSWER_LENGTH = 400

STORED_ANSWER = "said"
"""Key of the player's answer in stored quizzes."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, with the answer once it has been given."""

    kind: str
    word: str
    # The tiles shown to the player.
    shown: tuple[str, ...]
    # All anagrams; ``good`` or ``phony``; or two strings of hook tiles, front and back.
    answers: tuple[str, ...]
    # The player's answer, and in ``result`` the name of its :class:`AnswerGrade`.
    answer: str = ""
    result: str = ""

    @property
    def right(self) -> bool:
        return self.result == AnswerGrade.RIGHT.name

    @property
    def words(self) -> tuple[str, ...]:
        """The words revealed by the answer."""
        return self.answers if self.kind == QuestionKind.ANAGRAM else (self.word,)

    @property
    def given(self) -> tuple[str, ...]:
        """The player's answer; for hooks, the front hooks and the back hooks."""
        if self.kind != QuestionKind.HOOKS:
            return (self.answer,)
        front, _bar, back = self.answer.partition("|")
        return front, back

    def to_json(self) -> dict[str, Any]:
        """Return the question as it is stored in a quiz."""
        data = asdict(self)
        data[STORED_ANSWER] = data.pop("answer")
        return data

    @classmethod
    def read(cls, data: dict[str, Any]) -> "Question":
        lists = {name: tuple(data[name]) for name in ("shown", "answers")}
        rest = {name: value for name, value in data.items() if name != STORED_ANSWER}
        return cls(**{**rest, **lists, "answer": data.get(STORED_ANSWER, "")})


class Examiner:
    """Makes and judges questions from one dictionary, in the tiles of one edition."""

    def __init__(self, graph: WordGraph, bag: TileBag) -> None:
        self.graph = graph
        self.bag = bag
        self.marks = TileNotation(bag.faces, bag.language)
        self.reader = QueryReader(
            bag.language, graph.alphabet, list_unsplittable_faces(graph.alphabet)
        )

    def write(self, word: Sequence[str]) -> str:
        return "".join(map(self.marks.of, word))

    def read(self, text: str) -> Word:
        """Convert a word in notation to tiles."""
        return tuple(face for face in self.marks.read_tiles(text) if face is not None)

    def key(self, kind: str, word: Word) -> str:
        """Return the key of the card under which a word is learnt."""
        if kind != QuestionKind.ANAGRAM:
            return self.write(word)
        return self.write(sorted(word, key=self.graph.alphabet.index))

    def ask(self, kind: str, word: Word, rng: Random) -> Question | None:
        """Make a question of this kind, or return ``None`` if the word is not suitable for one."""
        key = self.key(kind, word)
        if kind == QuestionKind.ANAGRAM:
            answers = self._anagrams(word)
            tiles = self.read(key)
            return Question(kind, key, tiles, answers) if answers else None
        if word not in self.graph:
            return None
        if kind == QuestionKind.HOOKS:
            hooks = find_hooks(self.graph, word)
            return Question(kind, key, word, (self.write(hooks.front), self.write(hooks.back)))
        phony = self._make_phony(word, rng) if rng.random() < 0.5 else None
        return Question(kind, key, phony or word, (PHONY if phony else GOOD,))

    def judge(self, question: Question, text: str) -> Question:
        """Return the question with its answer and the result."""
        text = text.strip()[:MAX_ANSWER_LENGTH]
        if question.kind == QuestionKind.ANAGRAM:
            result = self._judge_anagram(question, text)
        elif question.kind == QuestionKind.HOOKS:
            result = self._judge_hooks(question, text)
        else:
            result = AnswerGrade.RIGHT if text == question.answers[0] else AnswerGrade.WRONG
        return replace(question, answer=text, result=result.name)

    def _anagrams(self, word: Word) -> tuple[str, ...]:
        rack = SearchRackQuery(tuple(sorted(encode_word(self.graph, word))))
        found = search_words(self.graph, self.bag, WordQuery(racks=(rack,)), limit=MAX_ANSWERS)
        return tuple(map(self.write, found.words))

    def _make_phony(self, word: Word, rng: Random) -> Word | None:
        """Change or add one tile so that the result looks like a word but is none.

        Tiles are drawn with their frequency in the bag. Returns ``None`` if no attempt succeeds.
        """
        for _try in range(PHONY_ATTEMPTS):
            (tile,) = rng.choices(self.graph.alphabet, self.bag.counts)
            at = rng.randrange(-1, len(word) + 1)
            if at < 0:
                made: Word = (tile, *word)
            elif at == len(word):
                made = (*word, tile)
            else:
                made = (*word[:at], tile, *word[at + 1 :])
            if made not in self.graph and self._is_plausible(made):
                return made
        return None

    def _is_plausible(self, made: Word) -> bool:
        """Return whether some word starts with the first three tiles, and some word with each
        later pair.
        """
        parts = [made[:3], *(made[at : at + 2] for at in range(1, len(made) - 1))]
        return all(next(self.graph.words(part), None) is not None for part in parts)

    def _judge_anagram(self, question: Question, text: str) -> AnswerGrade:
        wanted = {self.read(word) for word in question.answers}
        given = [self._read_spellings(word) for word in text.replace(",", " ").split()]
        found = {word for ways in given for word in ways & wanted}
        wrong = any(not ways & wanted for ways in given)
        if found == wanted and not wrong:
            return AnswerGrade.RIGHT
        return AnswerGrade.PARTLY if found else AnswerGrade.WRONG

    def _read_spellings(self, text: str) -> set[Word]:
        faces = ("", *self.graph.alphabet)
        try:
            read = self.reader.read_word(text)
        except SearchError:
            return set()
        return {tuple(faces[code] for code in word) for word in read}

    def _judge_hooks(self, question: Question, text: str) -> AnswerGrade:
        """Judge an answer that consists of the front hooks, a bar, and the back hooks."""
        front, _bar, back = text.partition("|")
        given = [self._tiles(front), self._tiles(back)]
        wanted = [[set(self.read(tiles))] for tiles in question.answers]
        sides = [any(one in ways for one in want) for want, ways in zip(wanted, given, strict=True)]
        if all(sides):
            return AnswerGrade.RIGHT
        # Leaving a side empty that has no hooks is not enough for a partial success.
        useful = any(side and tiles for side, tiles in zip(sides, question.answers, strict=True))
        return AnswerGrade.PARTLY if useful else AnswerGrade.WRONG

    def _tiles(self, text: str) -> list[set[str]]:
        """Return the tiles in every way that the typed text may be read.

        Their order does not matter.
        """
        return [set(way) for way in self._read_spellings(text.replace(",", " "))] or [set()]
