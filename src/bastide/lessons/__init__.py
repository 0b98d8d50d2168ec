"""Lessons and briefings: what teaches a family of games or one room, as data beside it.

`lessons` reads lessons, `course` plays them, `check` proves them, `briefings` reads the sheets shown before a game.
docs/lessons.md is the guide.
"""
