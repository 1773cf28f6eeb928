"""The personal library: plain files, their formats, and the starter procedures."""
