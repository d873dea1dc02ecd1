"""Models of `itertools`. Iterators are made at once, from all elements of the arguments."""


def chain(*iterables):
    return chain_from_iterable(iterables)


def chain_from_iterable(iterables):
    items = []
    for iterable in iterables:
        items.extend(iterable)
    return iter(items)


def islice(iterable, *numbers):
    return iter(list(iterable)[slice(*numbers)])


def takewhile(predicate, iterable):
    items = []
    for item in iterable:
        if not predicate(item):
            break
        items.append(item)
    return iter(items)


def compress(data, selectors):
    return iter([item for item, selector in zip(data, selectors) if selector])


def tee(iterable, n=2):
    items = list(iterable)
    return tuple([iter(list(items)) for _ in range(n)])


def starmap(function, iterable):
    return iter([function(*arguments) for arguments in iterable])


def accumulate(iterable, func=None, *, initial=None):
    totals = [] if initial is None else [initial]
    for item in iterable:
        if not totals:
            totals.append(item)
        else:
            totals.append(totals[-1] + item if func is None else func(totals[-1], item))
    return iter(totals)


def pairwise(iterable):
    items = list(iterable)
    return zip(items, items[1:])


def product(*iterables, repeat=1):
    rows = [()]
    for column in [list(iterable) for iterable in iterables] * repeat:
        rows = [(*row, item) for row in rows for item in column]
    return iter(rows)


def combinations(iterable, r):
    items = list(iterable)
    rows = [()]
    for _ in range(r):
        rows = [(*row, at) for row in rows for at in range(row[-1] + 1 if row else 0, len(items))]
    return iter([tuple([items[at] for at in row]) for row in rows])
