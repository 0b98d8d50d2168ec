"""What every game is: rules, positions, chance, records and the seams that expansions plug into."""
