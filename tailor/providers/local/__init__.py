"""A model on this computer: llama.cpp in a process of its own, and the weights it needs."""
