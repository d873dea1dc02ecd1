"""Models of `contextlib`."""


class closing:
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *raised):
        self.thing.close()


class ExitStack:
    def __init__(self):
        self.callbacks = []

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self.close()

    def enter_context(self, manager):
        entered = manager.__enter__()
        self.callbacks.append(lambda: manager.__exit__(None, None, None))
        return entered

    def push(self, function):
        self.callbacks.append(lambda: function(None, None, None))
        return function

    def callback(self, function, *arguments, **named):
        self.callbacks.append(lambda: function(*arguments, **named))
        return function

    def close(self):
        callbacks = self.callbacks[::-1]
        self.callbacks = []
        for function in callbacks:
            function()
