"""Converting rows to the state that pairing works with."""
