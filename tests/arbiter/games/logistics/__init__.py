"""Tests of Logistics at a table."""
