"""Which tiles a language is played with, asked of the setting ``LEXICON_ALPHABETS``.

The tile sets themselves belong to the games, which this app never imports: the setting names a
function that returns, for every tile set's code, its language, its name, its faces and those of
several letters that are never laid with single tiles.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string

from lexicon.errors import AlphabetError
from lexicon.graph.spelling import Spelling, spelling_of

Described = tuple[str, str, Sequence[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The faces of one tile set, in the order of its language's alphabet.

    ``whole`` are those of several letters that are laid with their own tile and never with two.
    """

    code: str
    language: str
    name: str
    faces: tuple[str, ...]
    whole: tuple[str, ...] = ()

    @property
    def spelling(self) -> Spelling:
        return spelling_of(self.faces, self.whole)


def list_alphabets() -> tuple[Alphabet, ...]:
    describe: Callable[[], Mapping[str, Described]] = import_string(settings.LEXICON_ALPHABETS)
    return tuple(
        Alphabet(code, main_language(language), name, tuple(faces), tuple(whole))
        for code, (language, name, faces, whole) in describe().items()
    )


def alphabets_of(language: str) -> tuple[Alphabet, ...]:
    """The distinct alphabets of a language, the plain edition's first.

    Raises :class:`AlphabetError` when no tile set is known for the language.
    """
    wanted = main_language(language)
    found = [each for each in list_alphabets() if each.language == wanted]
    if not found:
        raise AlphabetError(f"There is no tile set for the language “{language}”.")
    found.sort(key=lambda each: (each.code != wanted, each.code))
    distinct = {frozenset(each.faces): each for each in reversed(found)}
    return tuple(each for each in found if each in distinct.values())


def whole_faces(faces: Sequence[str]) -> tuple[str, ...]:
    """Those of an alphabet's faces that are never laid with single tiles."""
    found = (each.whole for each in list_alphabets() if each.faces == tuple(faces))
    return next(found, ())


def list_languages() -> list[tuple[str, str]]:
    """Code and name of every language with a tile set, by name."""
    names: dict[str, str] = {}
    for each in sorted(list_alphabets(), key=lambda each: each.code != each.language):
        names.setdefault(each.language, each.name)
    return sorted(names.items(), key=lambda pair: pair[1])


def main_language(code: str) -> str:
    """The language without its region: "es" for "es-US"."""
    return code.replace("_", "-").split("-")[0].lower()
