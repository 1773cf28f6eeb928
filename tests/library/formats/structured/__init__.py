"""Tests of the formats in and out."""
