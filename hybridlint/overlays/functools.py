"""Models of `functools`."""


def reduce(function, iterable, *initial):
    items = iter(iterable)
    result = initial[0] if initial else next(items)
    for item in items:
        result = function(result, item)
    return result
