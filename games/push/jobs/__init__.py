"""The loop that sends push messages."""
