"""The greedy bot for Carcassonne: it surveys the table after each thing that it could do."""
