"""Models of `collections`."""


class UserDict(dict):
    pass


class UserList(list):
    pass
