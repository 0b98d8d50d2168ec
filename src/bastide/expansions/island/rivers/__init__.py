"""The Rivers of Catan, a scenario of Traders & Barbarians (2025): bridges, gold, who is rich and who is poor."""
