"""Daily games: who writes them, and players' attempts at them."""
