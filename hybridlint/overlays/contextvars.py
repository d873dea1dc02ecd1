"""Models of `contextvars`: there is one context."""


class ContextVar:
    def __init__(self, name, *, default=None):
        self.name = name
        self.value = default

    def get(self, *default):
        return self.value

    def set(self, value):
        token, self.value = self.value, value
        return token

    def reset(self, token):
        self.value = token
