"""Converting rows of clubs to the values that rules work with."""
