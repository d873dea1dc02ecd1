"""Models of `dataclasses`."""


def asdict(instance):
    return dict(vars(instance).items())


def astuple(instance):
    return tuple(vars(instance).values())


def fields(instance):
    import types

    return [types.SimpleNamespace(name=name) for name in dict(vars(instance).items())]
