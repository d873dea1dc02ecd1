"""Models of `operator`."""


def contains(a, b):
    return b in a


def getitem(a, b):
    return a[b]


def abs(a):
    return a.__abs__()


def truth(a):
    return bool(a)


def setitem(a, b, c):
    a[b] = c


def delitem(a, b):
    del a[b]


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


def length_hint(a, default=0):
    return len(a)
