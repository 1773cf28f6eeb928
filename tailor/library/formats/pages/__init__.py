"""Web pages, read from their data, the names of their elements and their visible text, and written for print."""
