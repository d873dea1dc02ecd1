"""Models of builtins."""


class property:
    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset

    def __get__(self, instance, owner):
        return self.fget(instance)

    def __set__(self, instance, value):
        self.fset(instance, value)


class staticmethod:
    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner):
        return self.function
