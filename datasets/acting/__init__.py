"""Games acted out for the camera, and the list of films."""
