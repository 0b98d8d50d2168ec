"""The Rivers of Catan, a scenario (2025): bridges, gold, who is rich and who is poor."""
