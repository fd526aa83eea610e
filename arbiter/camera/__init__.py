"""From a source of frames to a placed table."""
