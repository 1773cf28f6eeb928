"""The command line: one file a group of commands, loaded when it is asked for."""
