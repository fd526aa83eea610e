"""The two pages, live and review: small servers on this machine only, sharing one look."""
