"""Expansion of a whole Hunspell dictionary to all its forms, with progress that matches the work
left.

Stems differ a thousandfold in their forms, and a dictionary has its verbs or nouns in one place. So
the number of stems would say little about the work that is left. A first pass over all stems, which
has to find the forbidden ones anyway, adds up how many forms they have.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lexicon.graph.progress import Progress
from lexicon.lists.word_filter import RejectReason, WordFilter
from lexicon.sources.hunspell import STEMS_AT_ONCE, Hunspell, Stem

RefusalReporter = Callable[[RejectReason, str], None]

_STEM_WORK = 10
"""The work of reading and judging a stem, in forms, measured with Hungarian."""
_LETTERS_THAT_MATTER = 2
"""For all of Hungarian the progress is then at most 2 points off, for 1 second in 70. The number of
stems is 17 points off; three letters gain nothing and take 3 seconds."""
_WORK_BETWEEN_REPORTS = 5000
_HOPELESS = frozenset(
    (
        RejectReason.CAPITAL,
        RejectReason.POINT,
        RejectReason.APOSTROPHE,
        RejectReason.EDGE,
        RejectReason.HYPHEN,
        RejectReason.SPACE,
        RejectReason.COLUMNS,
    )
)
"""Reasons that, if they apply to a stem, apply to all its forms."""


@dataclass(frozen=True, slots=True)
class StemSurvey:
    """What has to be known of all stems before their forms are made.

    ``work`` is the sum of :meth:`WorkEstimate.get_work`. ``forbidden`` are the stems marked as
    misspellings, ``prefixed`` those without affixes that are another one with the prefix of the
    bounds.
    """

    stems: int
    work: int
    forbidden: frozenset[str]
    prefixed: frozenset[str]


class WorkEstimate:
    """How much work each stem is: how many forms it has.

    Rules look at the flags of a stem and at its last letters, so stems that share them have the
    same number of forms, which is counted once.
    """

    def __init__(self, source: Hunspell, word_filter: WordFilter) -> None:
        self._source, self._word_filter = source, word_filter
        self._known: dict[tuple[str, frozenset[str]], int] = {}

    def get_work(self, stem: Stem) -> int:
        if find_refusal(stem, self._source, self._word_filter):
            return _STEM_WORK
        ending = Stem(stem.text[-_LETTERS_THAT_MATTER:], stem.flags)
        key = (ending.text, ending.flags)
        work = self._known.get(key)
        if work is None:
            forms = self._source.forms(ending, 2 * self._word_filter.longest)
            work = self._known[key] = _STEM_WORK + sum(1 for _form in forms)
        return work


def find_refusal(stem: Stem, source: Hunspell, word_filter: WordFilter) -> RejectReason | None:
    """Return why a stem is left out with all its forms."""
    if stem.flags & source.forbidden:
        return RejectReason.FORBIDDEN
    if stem.flags & source.parts:
        return RejectReason.PART
    reason = word_filter.check_word(stem.text)[1]
    return reason if reason in _HOPELESS else None


def survey_stems(source: Hunspell, estimate: WorkEstimate, report: Progress) -> StemSurvey:
    """Read all stems once."""
    total, work = source.count_stems(), 0
    prefix = source.bounds.prefix
    forbidden: set[str] = set()
    bare: set[str] = set()
    for number, stem in enumerate(source.stems()):
        if not number % STEMS_AT_ONCE:
            report(number, total)
        work += estimate.get_work(stem)
        if stem.flags & source.forbidden:
            forbidden.add(stem.text)
        if prefix and not stem.flags:
            bare.add(stem.text)
    report(total, total)
    starts = (text for text in bare if text.startswith(prefix))
    prefixed = frozenset(text for text in starts if text.removeprefix(prefix) in bare)
    return StemSurvey(total, work, frozenset(forbidden), prefixed)


def expand_forms(
    source: Hunspell,
    word_filter: WordFilter,
    refuse: RefusalReporter,
    estimate: WorkEstimate,
    survey: StemSurvey,
    report: Progress,
) -> Iterator[str]:
    """Yield every form that may be a word, some more than once.

    ``refuse`` is called for affixes and stems that are left out with all their forms, ``report``
    with the work done and that of all stems.
    """
    for affix in source.marked:
        refuse(RejectReason.AFFIX, affix)
    for affix in source.bounded:
        refuse(RejectReason.BOUND, affix)
    done = due = 0
    for stem in source.stems():
        if done >= due:
            report(done, survey.work)
            due = done + _WORK_BETWEEN_REPORTS
        done += estimate.get_work(stem)
        if not stem.flags and stem.text in survey.prefixed:
            refuse(RejectReason.BOUND, stem.text)
        elif reason := find_refusal(stem, source, word_filter):
            refuse(reason, stem.text)
        else:
            # Twice the tiles, because several letters may be one tile and folding removes some.
            forms = source.forms(stem, 2 * word_filter.longest)
            yield from (form for form in forms if form not in survey.forbidden)
    report(survey.work, survey.work)
