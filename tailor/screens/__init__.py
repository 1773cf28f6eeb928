"""The screens of the app. Each style sheet (.tcss) is next to the module that uses it."""
