"""Dictionaries: words, their revisions and the word graphs that games look words up in."""
