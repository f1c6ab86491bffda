"""The ways to pair a round, one module each. :mod:`games.pairing.pairings` chooses among them."""
