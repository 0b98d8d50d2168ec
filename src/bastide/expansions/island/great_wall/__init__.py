"""The Great Wall: each player raises a section of the wall against the riders of the steppe."""
