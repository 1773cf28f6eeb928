"""What all tests share: random cases take the time they take, so that a busy machine fails none of them."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
