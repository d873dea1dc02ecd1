"""Models of `collections`."""


class UserDict(dict):
    pass


class UserList(list):
    pass


class OrderedDict(dict):
    def move_to_end(self, key, last=True):
        item = self.pop(key)
        others = list(self.items())
        self.clear()
        self.update(others + [(key, item)] if last else [(key, item)] + others)

    def popitem(self, last=True):
        key = list(self)[-1 if last else 0]
        return key, self.pop(key)


class ChainMap(dict):
    def __init__(self, *mappings):
        for mapping in mappings[::-1]:
            self.update(mapping)

    def new_child(self, mapping=None):
        return ChainMap(mapping or {}, self)
