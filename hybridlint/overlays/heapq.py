"""Models of `heapq`: a heap is a sorted list."""


def heappush(heap, item):
    heap.append(item)
    heap.sort()


def heappop(heap):
    return heap.pop(0)


def heapify(heap):
    heap.sort()


def heappushpop(heap, item):
    heap.append(item)
    heap.sort()
    return heap.pop(0)


def heapreplace(heap, item):
    first = heap.pop(0)
    heap.append(item)
    heap.sort()
    return first


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n]


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:n]


def merge(*iterables, key=None, reverse=False):
    items = []
    for iterable in iterables:
        items.extend(iterable)
    return iter(sorted(items, key=key, reverse=reverse))
