"""A game as it is published: events of a record as JSON, over WebSocket and MQTT, and those who follow."""
