"""Event Cards: a pile of cards in place of the dice, most of them with an event of its own."""
