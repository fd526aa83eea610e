"""Watches a game while it is played: the loop, its announcements, and the doctor's checks of the machine."""
