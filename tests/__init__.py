"""Tests of everything."""
