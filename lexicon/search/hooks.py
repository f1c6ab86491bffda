"""What goes before and behind a word: hooks, as club lists show them."""

from dataclasses import dataclass

from lexicon.graph.wordgraph import Word, WordGraph


@dataclass(frozen=True, slots=True)
class Hooks:
    """``front`` and ``back``: tiles that make a longer word of it. ``front_inner``: the word
    without its first tile is one, too; ``back_inner``: without its last."""

    front: tuple[str, ...]
    back: tuple[str, ...]
    front_inner: bool
    back_inner: bool


def find_hooks(graph: WordGraph, word: Word) -> Hooks:
    """The hooks of some tiles, word or not.

    Some sixty look-ups of a microsecond each.
    """
    return Hooks(
        front=tuple(face for face in graph.alphabet if (face, *word) in graph),
        back=tuple(face for face in graph.alphabet if (*word, face) in graph),
        front_inner=word[1:] in graph,
        back_inner=word[:-1] in graph,
    )
