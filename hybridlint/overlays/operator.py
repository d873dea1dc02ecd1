"""Models of `operator`."""


def add(a, b):
    return a + b


def sub(a, b):
    return a - b


def mul(a, b):
    return a * b


def truediv(a, b):
    return a / b


def floordiv(a, b):
    return a // b


def mod(a, b):
    return a % b


def pow(a, b):
    return a**b


def matmul(a, b):
    return a @ b


def lt(a, b):
    return a < b


def le(a, b):
    return a <= b


def gt(a, b):
    return a > b


def ge(a, b):
    return a >= b


def eq(a, b):
    return a == b


def ne(a, b):
    return a != b


def and_(a, b):
    return a & b


def or_(a, b):
    return a | b


def xor(a, b):
    return a ^ b


def lshift(a, b):
    return a << b


def rshift(a, b):
    return a >> b


def concat(a, b):
    return a + b


def contains(a, b):
    return b in a


def is_(a, b):
    return a is b


def is_not(a, b):
    return a is not b


def getitem(a, b):
    return a[b]


def iadd(a, b):
    a += b
    return a


def isub(a, b):
    a -= b
    return a


def imul(a, b):
    a *= b
    return a


def itruediv(a, b):
    a /= b
    return a


def ifloordiv(a, b):
    a //= b
    return a


def imod(a, b):
    a %= b
    return a


def ipow(a, b):
    a **= b
    return a


def imatmul(a, b):
    a @= b
    return a


def iand(a, b):
    a &= b
    return a


def ior(a, b):
    a |= b
    return a


def ixor(a, b):
    a ^= b
    return a


def iconcat(a, b):
    a += b
    return a


def neg(a):
    return -a


def pos(a):
    return +a


def abs(a):
    return a.__abs__()


def inv(a):
    return ~a


def invert(a):
    return ~a


def index(a):
    return a.__index__()


def not_(a):
    return not a


def truth(a):
    return bool(a)


def length_hint(a, default=0):
    return len(a)


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
