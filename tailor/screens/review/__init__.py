"""The Review screen: its state, its drawing, its windows, and what its keys do."""
