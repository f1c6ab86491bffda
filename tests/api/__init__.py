"""The open door for programs."""
