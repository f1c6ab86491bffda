"""A small dictionary for tests: two-letter words and whatever racks are likely to spell."""

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
"""Every vowel-consonant pair is a word here, so a test can always find a play; two consonants
alone never are, so it can always find a phony."""
