"""Traders & Builders: a builder who brings a second tile, a pig, goods."""
