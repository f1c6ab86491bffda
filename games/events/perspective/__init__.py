"""What pages of events show."""
