"""Account notifications in words, and the export of personal data."""
