"""Five and six players: a larger island, and something to do between one's turns."""
