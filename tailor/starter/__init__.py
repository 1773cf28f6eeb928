"""The starter procedures as data, one JSON file a domain (CONTRACT 1); `tailor.library.store` reads them."""
