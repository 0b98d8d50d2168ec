"""How the modules of Carcassonne are shown: each brings its drawings and words in a file of this folder.

A `ModuleView` says of its module what the base cannot know: what lies on the table and in front of players, what its
events and decisions are called, how its figures and tokens are drawn. What it does not say is shown plainly: figures
with the word that places them, decisions in their notation. `VIEWS` in `modules.table` is all that a new one touches.
"""
