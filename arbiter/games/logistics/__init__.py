"""Logistics at a real table: cards, vaults and stocks."""
