"""Models of `queue`."""


class Queue:
    def __init__(self, maxsize=0):
        self.items = []

    def put(self, item, block=True, timeout=None):
        self.items.append(item)

    def put_nowait(self, item):
        self.items.append(item)

    def get(self, block=True, timeout=None):
        return self.items.pop(0)

    def get_nowait(self):
        return self.items.pop(0)

    def qsize(self):
        return len(self.items)

    def empty(self):
        return not self.items


class SimpleQueue(Queue):
    pass


class LifoQueue(Queue):
    def get(self, block=True, timeout=None):
        return self.items.pop()

    def get_nowait(self):
        return self.items.pop()


class PriorityQueue(Queue):
    def put(self, item, block=True, timeout=None):
        self.items.append(item)
        self.items.sort()

    def put_nowait(self, item):
        self.items.append(item)
        self.items.sort()
