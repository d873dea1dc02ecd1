"""Models of `collections`."""


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
