"""The base game: state, placing, features, followers, scoring, the turn."""
