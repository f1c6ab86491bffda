"""What programs are told: made of what the other domains let everybody, or this seat, see."""
