"""Hills & Sheep: hills that break ties, shepherds with their flocks, vineyards."""
