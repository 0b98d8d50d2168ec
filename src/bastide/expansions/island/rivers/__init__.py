"""The Rivers of Catan, a scenario of Traders & Barbarians (2025): bridges, coins, and who is richest and who is poor."""
