"""Sources of frames: a file, a camera, a phone."""
