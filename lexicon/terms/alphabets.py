"""The tiles of each language, from the setting ``LEXICON_ALPHABETS``.

The tile sets belong to the games app, which this app never imports. The setting names a function
that maps the code of each tile set to its language, its name, its faces, those faces of several
letters that must not be spelled with single tiles, and those that are vowels.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string

from lexicon.terms.errors import AlphabetError
from lexicon.terms.spelling import Spelling, get_spelling

AlphabetDescription = tuple[str, str, Sequence[str], Sequence[str], Collection[str]]


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The faces of one tile set, in the order of its language's alphabet.

    ``whole`` are the faces of several letters that must be laid with their own tile. ``vowels``
    are the faces that may be vowels.
    """

    code: str
    language: str
    name: str
    faces: tuple[str, ...]
    whole: tuple[str, ...] = ()
    vowels: frozenset[str] = frozenset()

    @property
    def spelling(self) -> Spelling:
        return get_spelling(self.faces, self.whole)


def list_alphabets() -> tuple[Alphabet, ...]:
    describe: Callable[[], Mapping[str, AlphabetDescription]] = import_string(
        settings.LEXICON_ALPHABETS
    )
    return tuple(
        Alphabet(
            code, get_main_language(language), name, tuple(faces), tuple(whole), frozenset(vowels)
        )
        for code, (language, name, faces, whole, vowels) in describe().items()
    )


def list_language_alphabets(language: str) -> tuple[Alphabet, ...]:
    """Return the distinct alphabets of a language, that of the standard edition first.

    Raises :class:`AlphabetError` when no tile set is known for the language.
    """
    wanted = get_main_language(language)
    found = [each for each in list_alphabets() if each.language == wanted]
    if not found:
        raise AlphabetError(f"There is no tile set for the language “{language}”.")
    found.sort(key=lambda each: (each.code != wanted, each.code))
    distinct = {frozenset(each.faces): each for each in reversed(found)}
    return tuple(each for each in found if each in distinct.values())


def list_unsplittable_faces(faces: Sequence[str]) -> tuple[str, ...]:
    """Return the faces of an alphabet that must not be spelled with single tiles."""
    found = (each.whole for each in list_alphabets() if each.faces == tuple(faces))
    return next(found, ())


def list_languages() -> list[tuple[str, str]]:
    """Return code and name of every language with a tile set, sorted by name."""
    names: dict[str, str] = {}
    for each in sorted(list_alphabets(), key=lambda each: each.code != each.language):
        names.setdefault(each.language, each.name)
    return sorted(names.items(), key=lambda pair: pair[1])


def get_main_language(code: str) -> str:
    """Return a language code without its region: "es" for "es-US"."""
    return code.replace("_", "-").split("-")[0].lower()
