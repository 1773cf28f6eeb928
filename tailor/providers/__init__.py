"""Where edits and answers come from: any OpenAI-compatible server, the built-in tailor, or a script in tests."""
