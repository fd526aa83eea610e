"""The application: inference, session, voice, record, pages, command line."""
