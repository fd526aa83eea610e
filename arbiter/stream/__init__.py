"""Publishing games: events of a record as JSON over WebSocket and MQTT, and following them."""
