"""The progress cards: their piles, and what each does."""
