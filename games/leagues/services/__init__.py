"""What changes leagues and ladders: one transaction each, under the lock of the league's row."""
