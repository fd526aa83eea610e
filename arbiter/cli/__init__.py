"""The command line: options, help, one thin module a command."""
