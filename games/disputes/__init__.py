"""What players hear of the words they disputed; the disputes themselves are the lexicon's."""
