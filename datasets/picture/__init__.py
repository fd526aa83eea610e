"""From a scene to a picture with exact labels: path tracing, lens, sensor."""
