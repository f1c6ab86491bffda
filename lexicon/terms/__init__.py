"""Basic types of the lexicon app: alphabets, bags, spelling and errors. Imports no model."""
