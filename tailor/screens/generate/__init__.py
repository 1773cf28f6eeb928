"""Generating a procedure: what is asked, the run, and its result."""
