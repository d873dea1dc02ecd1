"""Models of `typing`."""


def cast(typ, val):
    return val
