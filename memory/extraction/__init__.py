"""Taking procedures out of tutorials."""
