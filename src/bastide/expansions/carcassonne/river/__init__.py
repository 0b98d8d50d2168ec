"""The River: laid from source to mouth before the other tiles."""
