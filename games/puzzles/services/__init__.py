"""What is written about puzzles: cut, chosen for a day, tried."""
