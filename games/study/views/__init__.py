"""Pages of word study. Like the dictionaries, they are closed to players of a running game with
words of the same language."""
