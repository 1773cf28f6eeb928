"""Small programs that use Tailor as a library."""
