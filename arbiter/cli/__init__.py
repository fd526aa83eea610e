"""The command line: options, help, one thin module per command."""
