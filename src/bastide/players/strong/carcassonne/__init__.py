"""The searching bot for Carcassonne: a tree over tiles, figures and draws, with the greedy bot's evaluation."""
