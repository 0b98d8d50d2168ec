"""Catan for Two: two players, two neutral colours, two rolls a turn and trade tokens."""
