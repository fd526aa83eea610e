"""Where frames come from: a file, a camera, a phone."""
