"""Sources of edits and answers: any OpenAI-compatible server, the built-in rules, or a script in tests."""
