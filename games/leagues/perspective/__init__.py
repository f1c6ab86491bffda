"""What the pages of leagues show, as data, and text in sentences."""
