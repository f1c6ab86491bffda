"""What commands print about an import. The admin shows the same counts in its own pages."""

from typing import Any

from lexicon.services.importing import Imported
from lexicon.wording import REASONS


def write_report(result: Imported, out: Any) -> None:
    """Counts by reason, each with examples, and what became of the dictionary."""
    checked = result.checked
    out.write(f"{checked.lines:,} lines read ({result.encoding})")
    out.write(f"{len(checked.words):,} accepted, {len(checked.definitions):,} with a definition")
    for reason, found in sorted(checked.rejects.items(), key=lambda item: -item[1].count):
        examples = ", ".join(found.examples)
        out.write(f"  {found.count:,} refused, {REASONS[reason]}: {examples}")
    change = result.change
    out.write(f"{change.added:,} new to the dictionary, {change.removed:,} taken out")
    if result.revision:
        out.write(
            f"{result.lexicon.name}: revision {result.revision.number}, "
            f"{result.revision.word_count:,} words"
        )
    elif change:
        out.write("Dry run: nothing was changed.")
    else:
        out.write("Nothing to change.")
