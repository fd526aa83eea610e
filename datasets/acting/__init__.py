"""Games acted out for the camera, and the films there are."""
