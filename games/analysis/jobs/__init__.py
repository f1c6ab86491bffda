"""The analysis process, and the loop that keeps it running."""
