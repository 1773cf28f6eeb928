"""The agents of customizing: their prompts, the parsing of their answers, and the strategies that compose them."""
