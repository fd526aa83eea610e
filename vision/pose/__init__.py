"""Where the camera is when there are no markers: from pyramids, cards and paper."""
