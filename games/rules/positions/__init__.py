"""One state of a game, the variant and options it is played with, and what a play would score."""
