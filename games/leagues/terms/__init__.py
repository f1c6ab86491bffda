"""Small value types of leagues."""
