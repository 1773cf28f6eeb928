"""The screens: one module and one .tcss each; bridge.py is the only bridge from events to messages."""
