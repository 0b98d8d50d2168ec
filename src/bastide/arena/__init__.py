"""Tournaments of bots: plans, games in many processes, results that can be resumed, and what they show.

A run is a folder with a `plan.toml` and its results. docs/arena.md is the guide, `bastide arena` the command.
"""
