"""The report that commands print about an import. The admin shows the same counts."""

from typing import Any

from lexicon.perspective.wording import REASONS
from lexicon.services.list_import import ImportResult


def write_report(result: ImportResult, out: Any) -> None:
    """Write counts by reason with examples, and how the dictionary changed."""
    checked = result.checked
    out.write(f"{checked.lines:,} lines read ({result.encoding})")
    out.write(f"{len(checked.words):,} accepted, {len(checked.definitions):,} with a definition")
    for reason, found in sorted(checked.rejects.items(), key=lambda item: -item[1].count):
        examples = ", ".join(found.examples)
        out.write(f"  {found.count:,} rejected, {REASONS[reason]}: {examples}")
    change = result.change
    out.write(f"{change.added:,} words added, {change.removed:,} removed")
    if result.revision:
        out.write(
            f"{result.lexicon.name}: revision {result.revision.number}, "
            f"{result.revision.word_count:,} words"
        )
    elif change:
        out.write("Dry run: nothing changed.")
    else:
        out.write("Nothing to change.")
