"""Acts and events as values: where tiles may be placed, which words they form, what they score."""
