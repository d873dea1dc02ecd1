"""Models of `types`."""


def MethodType(function, receiver):
    return lambda *arguments, **named: function(receiver, *arguments, **named)


def MappingProxyType(mapping):
    return mapping
