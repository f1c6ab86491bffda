"""Value types of word study: memory state as used by FSRS."""
