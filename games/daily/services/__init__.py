"""Everything that writes daily games and players' attempts at them."""
