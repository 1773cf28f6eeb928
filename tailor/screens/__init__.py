"""The screens of the app. A style sheet (.tcss) stands beside the module that uses it."""
