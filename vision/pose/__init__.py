"""Finds the camera's pose without markers, from pyramids, cards and paper."""
