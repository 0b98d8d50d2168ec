"""Traders & Barbarians: wagons carry glass, marble, tools and sand between castle, quarry and glassworks."""
