"""Models of `operator`."""


def getitem(a, b):
    return a[b]


def itemgetter(first, *others):
    if not others:
        return lambda receiver: receiver[first]
    return lambda receiver: tuple([receiver[key] for key in (first, *others)])


def attrgetter(first, *others):
    def got(receiver, path):
        for name in path.split("."):
            receiver = getattr(receiver, name)
        return receiver

    if not others:
        return lambda receiver: got(receiver, first)
    return lambda receiver: tuple([got(receiver, path) for path in (first, *others)])


def methodcaller(name, *arguments, **named):
    return lambda receiver: getattr(receiver, name)(*arguments, **named)
