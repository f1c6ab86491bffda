"""File formats of other tournament software."""
