"""The text of push messages."""
