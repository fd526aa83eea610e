"""Where units and hands are in a picture."""
