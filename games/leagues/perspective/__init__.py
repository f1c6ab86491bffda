"""What the pages of leagues show, as data and as sentences."""
