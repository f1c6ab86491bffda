"""Hooks: the tiles that extend a word at its front or back, as club word lists show them."""

from dataclasses import dataclass

from lexicon.graph.wordgraph import Word, WordGraph


@dataclass(frozen=True, slots=True)
class Hooks:
    """The hooks of one word."""

    # Tiles that make a longer word when added in front or behind.
    front: tuple[str, ...]
    back: tuple[str, ...]
    # Whether the word without its first or last tile is also a word.
    front_inner: bool
    back_inner: bool


def find_hooks(graph: WordGraph, word: Word) -> Hooks:
    """Find the hooks of a sequence of tiles, which need not be a word.

    This takes about sixty look-ups of one microsecond.
    """
    return Hooks(
        front=tuple(face for face in graph.alphabet if (face, *word) in graph),
        back=tuple(face for face in graph.alphabet if (*word, face) in graph),
        front_inner=word[1:] in graph,
        back_inner=word[:-1] in graph,
    )
