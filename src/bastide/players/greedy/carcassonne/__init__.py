"""The greedy bot for Carcassonne: it evaluates the position after each possible action."""
