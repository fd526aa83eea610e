"""From a source of frames to a calibrated view of the table."""
