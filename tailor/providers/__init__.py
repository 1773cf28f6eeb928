"""Models to ask: at any OpenAI-compatible server, on this computer, or scripted for tests."""
