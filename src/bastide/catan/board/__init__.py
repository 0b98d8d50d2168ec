"""The island: hexes, corners, edges and layouts."""
