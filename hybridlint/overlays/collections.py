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


class Counter(dict):
    def __init__(self, counted=(), **counts):
        self.update(counted, **counts)

    def __missing__(self, key):
        return 0

    def update(self, counted=(), **counts):
        self._add(1, counted, counts)

    def subtract(self, counted=(), **counts):
        self._add(-1, counted, counts)

    def _add(self, sign, counted, counts):
        pairs = list(counted.items()) if isinstance(counted, dict) else [(key, 1) for key in counted]
        for key, count in pairs + list(counts.items()):
            self[key] = self.get(key, 0) + sign * count

    def total(self):
        return sum(self.values())
