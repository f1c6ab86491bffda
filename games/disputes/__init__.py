"""Notifies players about words they disputed. The disputes themselves belong to the lexicon."""
