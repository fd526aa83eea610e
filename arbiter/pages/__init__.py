"""The two pages, live and review: small servers on this machine only, sharing one look."""

from arbiter.pages.access import PageError
from arbiter.pages.live import LiveServer
from arbiter.pages.review import ReviewServer

__all__ = ["LiveServer", "PageError", "ReviewServer"]
