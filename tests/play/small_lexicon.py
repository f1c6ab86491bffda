"""A small dictionary for tests:
all two-letter words with a vowel, CVC words and a few longer ones."""

from itertools import product

VOWELS, CONSONANTS = "AEIOU", "BCDFGHJKLMNPQRSTVWXYZ"

WORDS = sorted(
    {
        *(a + b for a, b in product(VOWELS, CONSONANTS)),
        *(a + b for a, b in product(CONSONANTS, VOWELS)),
        *(a + b for a, b in product(VOWELS, VOWELS)),
        *(a + b + c for a, b, c in product(CONSONANTS, VOWELS, CONSONANTS)),
        *[
            "JACK",
            "JACKS",
            "HIJACK",
            "HIJACKING",
            "IONIZES",
            "YEUKY",
            "CON",
            "JO",
            "AN",
            "RAVEN",
            "BROOD",
            "CAVES",
        ],
    }
)
"""Every pair of a vowel and a consonant is a word here, so a test can always find a play. Two
consonants alone never are, so it can always find a phony."""
