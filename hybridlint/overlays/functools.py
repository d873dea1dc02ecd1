"""Models of `functools`."""


def reduce(function, iterable, *initial):
    items = iter(iterable)
    result = initial[0] if initial else next(items)
    for item in items:
        result = function(result, item)
    return result


def total_ordering(cls):
    return cls


class singledispatch:
    def __init__(self, function):
        self.function = function
        self.registered = []

    def register(self, kind, function=None):
        if function is None:
            return lambda function: self.register(kind, function)
        self.registered.append((kind, function))
        return function

    def __call__(self, first, *others, **named):
        for kind, function in self.registered:
            if isinstance(first, kind):
                return function(first, *others, **named)
        return self.function(first, *others, **named)
