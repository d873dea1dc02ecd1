# ruff: noqa
# mypy: ignore-errors
"""Pieces of Python that hand a value on: each takes `value` and leaves the same value in `result`.

A cell is one piece. `# module` begins what it needs at module level, `# body` the statements; without either it is all
statements. `flow` gives `value` and `result` the names of the block at hand, and names that end in `_u` a number of
their own. `# python: 3.10` names the first version that can read the piece.
"""

# %% list-index
result = [1.0, value, None][1]

# %% list-negative-index
result = [None, value][-1]

# %% list-append-pop
box_u = []
box_u.append(value)
box_u.append(2.0)
box_u.pop()
result = box_u.pop()

# %% list-insert
box_u = [1, 2]
box_u.insert(1, value)
result = box_u[1]

# %% list-extend
box_u = [0.5]
box_u.extend((value, 3))
_, result, _ = box_u

# %% list-slice
result = [1, value, 2, 3][1:2][0]

# %% list-stepped-slice
result = [1, 5, value, 4, 6][::2][1]

# %% list-times
result = ([value] * 3)[2]

# %% list-reverse
box_u = [value, 7]
box_u.reverse()
result = box_u[1]

# %% list-sort-key
box_u = [(2, value), (1, None)]
box_u.sort(key=lambda pair: pair[0])
result = box_u[1][1]

# %% list-set-item
box_u = [None] * 3
box_u[1] = value
result = box_u[1]

# %% list-assign-slice
box_u = [0, 0, 0, 0]
box_u[1:3] = [value]
result = box_u[1]

# %% list-delete-item
box_u = [4, 5, value]
del box_u[0]
result = box_u[1]

# %% list-alias
box_u = []
same_u = box_u
same_u.append(value)
result = box_u[0]

# %% list-copy
box_u = [value]
other_u = box_u.copy()
box_u[0] = None
result = other_u[0]

# %% list-add
result = ([1] + [value] + [2])[1]

# %% list-augmented
box_u = [1]
box_u += [value, 2]
result = box_u[-2]

# %% list-comprehension
result = [item for item in (value,)][0]

# %% comprehension-with-condition
result = [item for position, item in enumerate([3, value]) if position == 1][0]

# %% comprehension-nested
result = [item for row in [[1, 2], [value]] for item in row][-1]

# %% comprehension-of-comprehension
result = [[cell for cell in row] for row in [[value, 1]]][0][0]

# %% list-of-lists
grid_u = [[0] * 2 for _ in range(2)]
grid_u[1][0] = value
result = grid_u[1][0]

# %% list-grows-in-loop
box_u = []
for step_u in range(3):
    box_u.append(value if step_u == 2 else step_u)
result = box_u[2]

# %% list-emptied-in-loop
box_u = [1, 2, value]
last_u = None
while box_u:
    last_u = box_u.pop(0)
result = last_u

# %% unpack
_, result = 3, value

# %% unpack-star
first_u, *rest_u = [0, 1, value]
result = rest_u[1]

# %% unpack-star-in-the-middle
_, *inner_u, _ = (0, value, 1)
(result,) = inner_u

# %% unpack-nested
(_, (result, _)), _ = (1, (value, 2)), 3

# %% unpack-in-loop
for _, (result, _) in [(0, (value, 1))]:
    pass

# %% unpack-into-item
box_u = [0, 0]
box_u[1], _ = value, 4
result = box_u[1]

# %% swap
left_u, right_u = value, 5
left_u, right_u = right_u, left_u
result = right_u

# %% chained-assignment
first_u = second_u = value
result = second_u

# %% tuple-concatenated
result = ((1,) + (value,))[1]

# %% tuple-in-tuple
result = (1, (2, (3, value)))[1][1][1]

# %% dict-literal
result = {"a": 1, "b": value}["b"]

# %% dict-set-item
table_u = {}
table_u["key"] = value
result = table_u["key"]

# %% dict-get
result = {"key": value}.get("key", 0)

# %% dict-get-default
result = {"key": 1}.get("other", value)

# %% dict-setdefault
table_u = {}
table_u.setdefault("rows", []).append(value)
result = table_u["rows"][0]

# %% dict-pop
table_u = {"a": value, "b": 2}
result = table_u.pop("a")

# %% dict-pop-item
table_u = {"b": 2, "a": value}
_, result = table_u.popitem()

# %% dict-update
table_u = {"a": None}
table_u.update(a=value)
result = table_u["a"]

# %% dict-update-pairs
table_u = {}
table_u.update([("a", 1), ("b", value)])
result = table_u["b"]

# %% dict-comprehension
result = {name: item for name, item in [("a", value), ("b", 1)]}["a"]

# %% dict-inverted-keys
result = {position: item for position, item in enumerate((1, value))}[1]

# %% dict-items
for name_u, item_u in {"a": 1, "b": value}.items():
    if name_u == "b":
        result = item_u

# %% dict-values
result = list({"a": value}.values())[0]

# %% dict-keyword-constructor
result = dict(a=1, b=value)["b"]

# %% dict-of-zip
result = dict(zip(("a", "b"), (1, value)))["b"]

# %% dict-merged
result = {**{"a": 1}, **{"b": value}}["b"]

# %% dict-overwritten
result = {**{"a": 1}, "a": value}["a"]

# %% dict-union
# python: 3.9
result = ({"a": 1} | {"b": value})["b"]

# %% dict-of-lists
table_u = {"a": [], "b": []}
table_u["b"].append(value)
result = table_u["b"][0]

# %% dict-copied
table_u = {"a": value}
copy_u = dict(table_u)
table_u["a"] = None
result = copy_u["a"]

# %% dict-fromkeys
result = dict.fromkeys(("a", "b"), value)["b"]

# %% dict-sorted-keys
table_u = {"b": value, "a": 1}
result = [table_u[name] for name in sorted(table_u)][1]

# %% set-of-names
table_u = {"a": 1, "b": value}
result = [table_u[name] for name in {"b"}][0]

# %% default-dict
table_u = collections.defaultdict(list)
table_u["a"].append(value)
result = table_u["a"][0]

# %% ordered-dict
table_u = collections.OrderedDict([("a", value)])
result = table_u["a"]

# %% chain-map
result = collections.ChainMap({"a": 1}, {"b": value})["b"]

# %% deque
queue_u = collections.deque([1, value])
queue_u.popleft()
result = queue_u[0]

# %% deque-appendleft
queue_u = collections.deque()
queue_u.appendleft(value)
queue_u.append(1)
result = queue_u.popleft()

# %% deque-bounded
queue_u = collections.deque(maxlen=1)
queue_u.append(3)
queue_u.append(value)
result = queue_u[0]

# %% deque-rotated
queue_u = collections.deque([value, 2])
queue_u.rotate(1)
result = queue_u[1]

# %% named-tuple
# module
Pair_u = collections.namedtuple("Pair_u", "left right")
# body
result = Pair_u(1, value).right

# %% named-tuple-replace
# module
Pair_u = collections.namedtuple("Pair_u", ["left", "right"])
# body
result = Pair_u(left=None, right=2)._replace(left=value).left


# %% named-tuple-class
# module
class Pair_u(typing.NamedTuple):
    name: str
    item: typing.Any


# body
_, result = Pair_u("a", value)

# %% named-tuple-asdict
# module
Pair_u = collections.namedtuple("Pair_u", "left right")
# body
result = Pair_u(value, 1)._asdict()["left"]

# %% simple-namespace
space_u = types.SimpleNamespace(item=value, other=1)
result = space_u.item

# %% namespace-vars
space_u = types.SimpleNamespace()
vars(space_u)["item"] = value
result = space_u.item

# %% mapping-proxy
result = types.MappingProxyType({"a": value})["a"]


# %% function-identity
# module
def same_u(item):
    return item


# body
result = same_u(value)


# %% function-keyword
# module
def second_u(first=None, second=None):
    return second


# body
result = second_u(second=value)


# %% function-keyword-only
# module
def only_u(*, item):
    return item


# body
result = only_u(item=value)


# %% function-positional-only
# module
def only_u(item, /, other=1):
    return item


# body
result = only_u(value, other=2)


# %% function-star-arguments
# module
def last_u(*items):
    return items[-1]


# body
result = last_u(1, 2, value)


# %% function-star-call
# module
def third_u(a, b, c):
    return c


# body
result = third_u(1, *[2, value])


# %% function-double-star
# module
def named_u(**items):
    return items["item"]


# body
result = named_u(other=1, item=value)


# %% function-double-star-call
# module
def pick_u(other, item):
    return item


# body
result = pick_u(**{"item": value, "other": 1})


# %% function-forwards
# module
def inner_u(a, b=None):
    return b


def outer_u(*args, **kwargs):
    return inner_u(*args, **kwargs)


# body
result = outer_u(1, b=value)


# %% function-of-two-returns
# module
def choose_u(first, item):
    if first:
        return None
    return item


# body
result = choose_u(False, value)


# %% function-returns-tuple
# module
def both_u(item):
    return 1, item


# body
_, result = both_u(value)


# %% function-fills-list
# module
def fill_u(box, item):
    box.append(item)


# body
box_u = []
fill_u(box_u, value)
result = box_u[0]


# %% function-fills-dict
# module
def fill_u(table, **items):
    for name, item in items.items():
        table[name] = item


# body
table_u = {}
fill_u(table_u, item=value)
result = table_u["item"]


# %% function-changes-argument
# module
def put_u(holder, item):
    holder.item = item
    return holder


# body
result = put_u(types.SimpleNamespace(), value).item


# %% function-in-table
# module
def one_u(item):
    return item


FUNCTIONS_u = {"one": one_u, "none": lambda item: None}
# body
result = FUNCTIONS_u["one"](value)


# %% function-as-argument
# module
def apply_u(function, *args):
    return function(*args)


# body
result = apply_u(lambda a, b: b, 1, value)


# %% function-makes-function
# module
def make_u(position):
    def chosen(*items):
        return items[position]

    return chosen


# body
result = make_u(1)(0, value)


# %% function-with-attribute
# module
def keep_u(item):
    keep_u.item = item


# body
keep_u(value)
result = keep_u.item
del keep_u.item


# %% default-argument
# module
def with_default_u(item, box=None):
    box = [] if box is None else box
    box.append(item)
    return box


# body
result = with_default_u(value)[0]


# %% closure
def give_u():
    return value


result = give_u()

# %% closure-nonlocal
held_u = None


def set_u(item):
    nonlocal held_u
    held_u = item


set_u(value)
result = held_u

# %% closure-late
items_u = []
give_u = lambda: items_u[0]
items_u.append(value)
result = give_u()


# %% closure-pair
# module
def cell_u(item=None):
    def get():
        return item

    def put(new):
        nonlocal item
        item = new

    return get, put


# body
get_u, put_u = cell_u()
put_u(value)
result = get_u()

# %% lambda
result = (lambda item: item)(value)

# %% lambda-default
result = (lambda item=value: item)()

# %% lambda-list
result = [lambda item: None, lambda item: item][1](value)

# %% lambda-nested
result = (lambda outer: lambda: outer)(value)()


# %% recursion
# module
def deep_u(item, depth):
    if depth == 0:
        return item
    return deep_u(item, depth - 1)


# body
result = deep_u(value, 3)


# %% recursion-over-list
# module
def last_u(items):
    head, *tail = items
    return last_u(tail) if tail else head


# body
result = last_u([1, 2, value])


# %% recursion-mutual
# module
def even_u(item, n):
    return item if n == 0 else odd_u(item, n - 1)


def odd_u(item, n):
    return None if n == 0 else even_u(item, n - 1)


# body
result = even_u(value, 2)


# %% recursion-collects
# module
def walk_u(tree, found):
    for branch in tree:
        if isinstance(branch, list):
            walk_u(branch, found)
        else:
            found.append(branch)
    return found


# body
result = walk_u([1, [2, [value]]], [])[2]


# %% recursion-nested
def dig_u(nested):
    return dig_u(nested[0]) if isinstance(nested, tuple) else nested


result = dig_u(((value,),))


# %% partial
# module
def pick_u(first, second):
    return second


# body
result = functools.partial(pick_u, 1)(value)


# %% partial-keyword
# module
def pick_u(first, second=None):
    return second


# body
result = functools.partial(pick_u, second=value)(0)


# %% partial-method
# module
class Picks_u:
    def pick(self, position, *items):
        return items[position]

    second = functools.partialmethod(pick, 1)


# body
result = Picks_u().second(0, value)


# %% decorator
# module
def plain_u(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@plain_u
def give_u(item):
    return item


# body
result = give_u(value)


# %% decorator-with-argument
# module
def position_u(number):
    def decorate(function):
        def wrapper(item):
            return function(item)[number]

        return wrapper

    return decorate


@position_u(1)
def pair_u(item):
    return 0, item


# body
result = pair_u(value)

# %% decorator-that-registers
# module
REGISTRY_u = {}


def register_u(name):
    def decorate(function):
        REGISTRY_u[name] = function
        return function

    return decorate


@register_u("same")
def _same_u(item):
    return item


# body
result = REGISTRY_u["same"](value)


# %% decorator-class
# module
class Wrapped_u:
    def __init__(self, function):
        self.function = function

    def __call__(self, *args):
        return self.function(*args)


@Wrapped_u
def wrapped_u(item):
    return item


# body
result = wrapped_u(value)

# %% operator-itemgetter
result = operator.itemgetter(1)([0, value])

# %% operator-attrgetter
result = operator.attrgetter("item")(types.SimpleNamespace(item=value))

# %% operator-methodcaller
result = operator.methodcaller("get", "a")({"a": value})

# %% reduce
result = functools.reduce(lambda before, item: item, [1, 2, value])

# %% reduce-with-start
result = functools.reduce(lambda before, item: before, [1, 2], value)

# %% reduce-composes
result = functools.reduce(lambda item, function: function(item), [lambda t: t, lambda t: [t]], value)[0]

# %% map
result = list(map(lambda item: item, [value, 1]))[0]

# %% map-of-two
result = list(map(lambda a, b: b, [1], [value]))[0]

# %% map-next
result = next(map(lambda pair: pair[1], [(0, value)]))

# %% filter
result = list(filter(lambda pair: pair[0] > 1, [(1, None), (2, value)]))[0][1]

# %% filter-none
kept_u = [item for item in (None, value) if item is not None]
result = kept_u[0]

# %% zip
for number_u, item_u in zip((1, 2), (None, value)):
    result = item_u

# %% zip-star
numbers_u, items_u = zip(*[(1, value), (2, None)])
result = items_u[0]

# %% enumerate
for position_u, item_u in enumerate([1, value]):
    if position_u == 1:
        result = item_u

# %% enumerate-start
result = {number: item for number, item in enumerate([value], start=5)}[5]

# %% reversed
result = list(reversed([1, value]))[0]

# %% sorted-key
result = sorted([(3, value), (1, None)], key=lambda pair: pair[0])[-1][1]

# %% max-key
result = max([(3, value), (1, None)], key=lambda pair: pair[0])[1]

# %% min-key
result = min([3, 1], key=lambda n: n) and value

# %% iter-next
items_u = iter([1, value])
next(items_u)
result = next(items_u)

# %% next-default
result = next(iter([]), value)

# %% iterator-shared
items_u = iter([1, value, 3])
for first_u in items_u:
    break
result = list(items_u)[0]

# %% any-of-python
result = value if any(n > 2 for n in (1, 3)) else None

# %% itertools-chain
result = list(itertools.chain([1], [value]))[1]

# %% itertools-chain-from-iterable
result = list(itertools.chain.from_iterable([[1], [value]]))[1]

# %% itertools-islice
result = next(itertools.islice([1, value, 2], 1, None))

# %% itertools-repeat
result = list(itertools.repeat(value, 2))[1]

# %% itertools-cycle
items_u = itertools.cycle([1, value])
next(items_u)
result = next(items_u)

# %% itertools-starmap
result = list(itertools.starmap(lambda a, b: b, [(1, value)]))[0]

# %% itertools-product
result = list(itertools.product([1], [value]))[0][1]

# %% itertools-zip-longest
result = list(itertools.zip_longest([1, 2], [3], fillvalue=value))[1][1]

# %% itertools-tee
first_u, second_u = itertools.tee([value])
result = next(second_u)

# %% itertools-accumulate
result = list(itertools.accumulate([1, value], lambda before, item: item))[1]

# %% itertools-groupby
result = [list(group) for _, group in itertools.groupby([(0, 1), (1, value)], key=lambda pair: pair[0])][1][0][1]


# %% generator
# module
def items_u(item):
    yield 1
    yield item


# body
_, result = items_u(value)


# %% generator-in-loop
# module
def items_u(item):
    for number in range(2):
        yield number, item


# body
for number_u, result in items_u(value):
    pass


# %% generator-from
# module
def inner_u(item):
    yield item


def outer_u(item):
    yield 0
    yield from inner_u(item)


# body
result = list(outer_u(value))[1]


# %% generator-from-list
# module
def all_u(*lists):
    for some in lists:
        yield from some


# body
result = list(all_u([1], [value]))[1]


# %% generator-send
# module
def echo_u():
    item = None
    while True:
        item = yield item


# body
echo_box_u = echo_u()
next(echo_box_u)
result = echo_box_u.send(value)


# %% generator-send-collects
# module
def collect_u(box):
    while True:
        item = yield
        box.append(item)


# body
box_u = []
sink_u = collect_u(box_u)
next(sink_u)
sink_u.send(value)
result = box_u[0]


# %% generator-return
# module
def ends_u(item):
    yield 1
    return item


def takes_u(item):
    result = yield from ends_u(item)
    yield result


# body
result = list(takes_u(value))[-1]


# %% generator-stop-iteration
# module
def ends_u(item):
    return item
    yield


# body
try:
    next(ends_u(value))
except StopIteration as stop_u:
    result = stop_u.value


# %% generator-throw
# module
class Carrier_u(Exception):
    pass


def catches_u():
    try:
        yield 1
    except Carrier_u as carrier:
        yield carrier.args[0]


# body
caught_u = catches_u()
next(caught_u)
result = caught_u.throw(Carrier_u(value))


# %% generator-finally
# module
def cleanup_u(box, item):
    try:
        yield 1
    finally:
        box.append(item)


# body
box_u = []
for _ in cleanup_u(box_u, value):
    pass
result = box_u[0]


# %% generator-star-call
# module
def items_u(item):
    yield 1
    yield item


def second_u(a, b):
    return b


# body
result = second_u(*items_u(value))


# %% generator-local
def items_u():
    yield value


result = next(items_u())

# %% generator-expression
result = next(item for item in [value])

# %% generator-expression-passed
result = list(item for item in (value,))[0]

# %% generator-pipeline
numbers_u = (n for n in range(3))
pairs_u = ((n, value) for n in numbers_u)
result = [item for n, item in pairs_u if n == 2][0]


# %% context-manager-function
# module
@contextlib.contextmanager
def lend_u(item):
    yield item


# body
with lend_u(value) as result:
    pass


# %% context-manager-class
# module
class Lend_u:
    def __init__(self, item):
        self.item = item

    def __enter__(self):
        return self.item

    def __exit__(self, *_):
        return False


# body
with Lend_u(value) as result:
    pass

# %% context-manager-suppresses
held_u = value
with contextlib.suppress(KeyError):
    held_u = value
    {}["missing"]
    held_u = None
result = held_u

# %% null-context
with contextlib.nullcontext(value) as result:
    pass

# %% exit-stack
with contextlib.ExitStack() as stack_u:
    result = stack_u.enter_context(contextlib.nullcontext(value))


# %% exit-fills
# module
class Fills_u:
    def __init__(self, box, item):
        self.box, self.item = box, item

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.box.append(self.item)


# body
box_u = []
with Fills_u(box_u, value):
    pass
result = box_u[0]

# %% with-two
with contextlib.nullcontext(1) as one_u, contextlib.nullcontext(value) as result:
    pass


# %% instance-attribute
# module
class Holder_u:
    def __init__(self, item):
        self.item = item


# body
result = Holder_u(value).item


# %% instance-method
# module
class Holder_u:
    def __init__(self):
        self.items = []

    def put(self, item):
        self.items.append(item)
        return self

    def get(self):
        return self.items[-1]


# body
result = Holder_u().put(1).put(value).get()


# %% instance-set-later
# module
class Holder_u:
    item = None


# body
holder_u = Holder_u()
holder_u.item = value
result = holder_u.item


# %% two-instances
# module
class Holder_u:
    def __init__(self, item):
        self.item = item


# body
one_u, two_u = Holder_u(3.0), Holder_u(value)
one_u.item = None
result = two_u.item


# %% instance-alias
# module
class Holder_u:
    item = None


# body
one_u = Holder_u()
two_u = one_u
one_u.item = value
result = two_u.item


# %% bound-method
# module
class Holder_u:
    def __init__(self, item):
        self.item = item

    def get(self):
        return self.item


# body
get_u = Holder_u(value).get
result = get_u()


# %% property
# module
class Holder_u:
    def __init__(self, item):
        self._item = item

    @property
    def item(self):
        return self._item


# body
result = Holder_u(value).item


# %% property-setter
# module
class Holder_u:
    _items = ()

    @property
    def item(self):
        return self._items[0]

    @item.setter
    def item(self, new):
        self._items = (new,)


# body
holder_u = Holder_u()
holder_u.item = value
result = holder_u.item


# %% cached-property
# module
class Holder_u:
    def __init__(self, item):
        self.box = [item]

    @functools.cached_property
    def item(self):
        return self.box[0]


# body
result = Holder_u(value).item


# %% descriptor
# module
class Second_u:
    def __get__(self, instance, owner):
        return instance.items[1]


class Holder_u:
    second = Second_u()

    def __init__(self, *items):
        self.items = items


# body
result = Holder_u(1, value).second


# %% descriptor-set
# module
class Stored_u:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner):
        return getattr(instance, self.name)

    def __set__(self, instance, new):
        setattr(instance, self.name, new)


class Holder_u:
    item = Stored_u()


# body
holder_u = Holder_u()
holder_u.item = value
result = holder_u.item


# %% class-method
# module
class Holder_u:
    def __init__(self, item):
        self.item = item

    @classmethod
    def of(cls, item):
        return cls(item)


# body
result = Holder_u.of(value).item


# %% static-method
# module
class Tools_u:
    @staticmethod
    def same(item):
        return item


# body
result = Tools_u.same(value)


# %% class-attribute
# module
class Shared_u:
    item = None


# body
Shared_u.item = value
result = Shared_u.item
Shared_u.item = None


# %% instance-called
# module
class Same_u:
    def __call__(self, item, *rest):
        return item


# body
result = Same_u()(value, 1)


# %% instance-get-item
# module
class Table_u:
    def __init__(self, **items):
        self.items = items

    def __getitem__(self, name):
        return self.items[name]


# body
result = Table_u(a=1, b=value)["b"]


# %% instance-set-item
# module
class Table_u:
    def __init__(self):
        self.items = {}

    def __setitem__(self, name, item):
        self.items[name] = item

    def __getitem__(self, name):
        return self.items[name]


# body
table_u = Table_u()
table_u["a"] = value
result = table_u["a"]


# %% instance-iterated
# module
class Row_u:
    def __init__(self, *items):
        self.items = items

    def __iter__(self):
        return iter(self.items)


# body
_, result = Row_u(1, value)


# %% instance-generator-iter
# module
class Row_u:
    def __init__(self, *items):
        self.items = items

    def __iter__(self):
        for item in self.items:
            yield item


# body
result = [item for item in Row_u(value)][0]


# %% instance-next
# module
class Once_u:
    def __init__(self, item):
        self.item, self.done = item, False

    def __iter__(self):
        return self

    def __next__(self):
        if self.done:
            raise StopIteration
        self.done = True
        return self.item


# body
for result in Once_u(value):
    pass


# %% instance-get-attribute
# module
class Dotted_u:
    def __init__(self, items):
        self._items = items

    def __getattr__(self, name):
        return self._items[name]


# body
result = Dotted_u({"item": value}).item


# %% instance-add
# module
class Sum_u:
    def __init__(self, *items):
        self.items = items

    def __add__(self, other):
        return Sum_u(*self.items, *other.items)


# body
result = (Sum_u(1) + Sum_u(value)).items[1]


# %% instance-length
# module
class Row_u:
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return len(self.items)


# body
row_u = Row_u(1, value)
result = row_u.items[len(row_u) - 1]


# %% slots
# module
class Slotted_u:
    __slots__ = ("item",)

    def __init__(self, item):
        self.item = item


# body
result = Slotted_u(value).item


# %% dataclass
# module
@dataclasses.dataclass
class Record_u:
    name: str
    item: typing.Any = None


# body
result = Record_u("a", value).item


# %% dataclass-default-factory
# module
@dataclasses.dataclass
class Record_u:
    items: list = dataclasses.field(default_factory=list)


# body
record_u = Record_u()
record_u.items.append(value)
result = record_u.items[0]


# %% dataclass-replace
# module
@dataclasses.dataclass
class Record_u:
    item: typing.Any = None
    other: int = 1


# body
result = dataclasses.replace(Record_u(other=2), item=value).item


# %% dataclass-post-init
# module
@dataclasses.dataclass
class Record_u:
    item: typing.Any

    def __post_init__(self):
        self.box = [self.item]


# body
result = Record_u(value).box[0]


# %% inheritance
# module
class Base_u:
    def __init__(self, item):
        self.item = item


class Derived_u(Base_u):
    def __init__(self, item, other):
        super().__init__(item)
        self.other = other


# body
result = Derived_u(value, 1).item


# %% inherited-method
# module
class Base_u:
    def get(self):
        return self.find()


class Derived_u(Base_u):
    def __init__(self, item):
        self.item = item

    def find(self):
        return self.item


# body
result = Derived_u(value).get()


# %% mixin
# module
class First_u:
    def give(self, item):
        return [item]


class Second_u(First_u):
    def give(self, item):
        return super().give(item)[0]


# body
result = Second_u().give(value)


# %% dict-subclass
# module
class Missing_u(dict):
    def __missing__(self, name):
        return self["other"]


# body
result = Missing_u(other=value)["absent"]


# %% list-subclass
# module
class Stack_u(list):
    def top(self):
        return self[-1]


# body
stack_u = Stack_u()
stack_u.append(value)
result = stack_u.top()

# %% setattr-getattr
holder_u = types.SimpleNamespace()
setattr(holder_u, "item", value)
result = getattr(holder_u, "item")

# %% getattr-default
result = getattr(types.SimpleNamespace(), "absent", value)

# %% vars
holder_u = types.SimpleNamespace(item=value)
result = vars(holder_u)["item"]


# %% instance-dict
# module
class Empty_u:
    pass


# body
empty_u = Empty_u()
empty_u.__dict__["item"] = value
result = empty_u.item


# %% instance-dict-update
# module
class Options_u:
    def __init__(self, **options):
        self.__dict__.update(options)


# body
result = Options_u(item=value, other=1).item


# %% linked-list
# module
class Node_u:
    def __init__(self, item, after=None):
        self.item, self.after = item, after


# body
node_u = Node_u(1, Node_u(value))
while node_u.after is not None:
    node_u = node_u.after
result = node_u.item


# %% tree
# module
class Tree_u:
    def __init__(self, item=None, *children):
        self.item, self.children = item, children

    def leaves(self):
        if not self.children:
            yield self.item
        for child in self.children:
            yield from child.leaves()


# body
result = list(Tree_u(None, Tree_u(1), Tree_u(None, Tree_u(value))).leaves())[1]


# %% new
# module
class Made_u:
    def __new__(cls, item):
        made = super().__new__(cls)
        made.item = item
        return made


# body
result = Made_u(value).item


# %% local-class
class Local_u:
    def __init__(self, item):
        self.item = item


result = Local_u(value).item


# %% enum-key
# module
class Kind_u(enum.Enum):
    FIRST = 1
    SECOND = 2


# body
result = {Kind_u.FIRST: None, Kind_u.SECOND: value}[Kind_u.SECOND]

# %% conditional
result = value if len([1]) == 1 else None

# %% if-else
if len("ab") == 2:
    result = value
else:
    result = None

# %% if-elif
mode_u = "b"
if mode_u == "a":
    result = 1
elif mode_u == "b":
    result = value
else:
    result = None

# %% or
result = None or value

# %% and
result = 1 and value

# %% is-none
result = None
if result is None:
    result = value

# %% walrus
result = [(held_u := value), held_u][1]

# %% walrus-in-condition
if (held_u := value) is not None:
    result = held_u

# %% walrus-in-while
items_u = [None, value]
while (held_u := items_u.pop()) is None:
    pass
result = held_u

# %% for-last
for result in [1, None, value]:
    pass

# %% for-break
for result in (value, 1):
    break

# %% for-continue
for item_u in (None, value, None):
    if item_u is None:
        continue
    result = item_u

# %% for-else
for _ in range(2):
    held_u = None
else:
    held_u = value
result = held_u

# %% for-found
for name_u, item_u in (("a", 1), ("b", value)):
    if name_u == "b":
        result = item_u
        break
else:
    result = None

# %% loop-through-variables
a_u = b_u = c_u = d_u = None
e_u = value
for _ in range(4):
    a_u, b_u, c_u, d_u = b_u, c_u, d_u, e_u
result = a_u

# %% loop-through-statements
first_u = second_u = third_u = None
for _ in range(3):
    first_u = second_u
    second_u = third_u
    third_u = value
result = first_u

# %% loop-through-items
box_u = [None, None, value]
for _ in range(2):
    box_u[0] = box_u[1]
    box_u[1] = box_u[2]
result = box_u[0]

# %% loop-through-attributes
state_u = types.SimpleNamespace(old=None, new=value)
for _ in range(2):
    state_u.old = state_u.new
result = state_u.old

# %% while-counts
count_u = 0
held_u = None
while count_u < 2:
    held_u = value
    count_u += 1
result = held_u

# %% while-break
count_u = 0
while True:
    count_u += 1
    if count_u > 2:
        result = value
        break

# %% nested-loops
for row_u in range(2):
    for column_u in range(2):
        if row_u == column_u == 1:
            result = value

# %% range-index
items_u = [1, value]
for index_u in range(len(items_u)):
    result = items_u[index_u]

# %% fibonacci-like
before_u, now_u = None, value
for _ in range(3):
    before_u, now_u = now_u, value
result = before_u

# %% try-finally
held_u = None
try:
    pass
finally:
    held_u = value
result = held_u

# %% try-else
try:
    number_u = int("3")
except ValueError:
    result = None
else:
    result = value

# %% except-taken
try:
    [][0]
    result = None
except IndexError:
    result = value

# %% raise-carries
try:
    raise ValueError(1, value)
except ValueError as error_u:
    result = error_u.args[1]


# %% raise-carries-attribute
# module
class Found_u(Exception):
    def __init__(self, item):
        super().__init__("found")
        self.item = item


# body
try:
    raise Found_u(value)
except Found_u as found_u:
    result = found_u.item


# %% raise-from-function
# module
class Found_u(Exception):
    pass


def search_u(item):
    for number in range(3):
        if number == 1:
            raise Found_u(item)


# body
try:
    search_u(value)
except (KeyError, Found_u) as found_u:
    (result,) = found_u.args


# %% raise-again
# module
class Found_u(Exception):
    pass


# body
try:
    try:
        raise Found_u(value)
    except Found_u:
        raise
except Exception as found_u:
    result = found_u.args[0]


# %% raise-from
# module
class Outer_u(Exception):
    pass


# body
try:
    try:
        raise KeyError(value)
    except KeyError as inner_u:
        raise Outer_u() from inner_u
except Outer_u as outer_u:
    result = outer_u.__cause__.args[0]

# %% finally-after-raise
held_u = None
try:
    try:
        raise KeyError("a")
    finally:
        held_u = value
except KeyError:
    pass
result = held_u


# %% return-in-finally
# module
def late_u(item):
    try:
        return [item]
    finally:
        item = None


# body
result = late_u(value)[0]

# %% try-in-loop
for attempt_u in range(2):
    try:
        if attempt_u == 0:
            raise RuntimeError("again")
        result = value
    except RuntimeError:
        continue

# %% global
# module
HELD_u = None


def put_u(item):
    global HELD_u
    HELD_u = item


# body
put_u(value)
result = HELD_u
put_u(None)

# %% module-list
# module
BOX_u = []
# body
BOX_u.append(value)
result = BOX_u.pop()

# %% globals
# module
HELD_u = None
# body
globals()["HELD_u"] = value
result = HELD_u
globals()["HELD_u"] = None

# %% delete-name
spare_u = held_u = value
del spare_u
result = held_u

# %% annotated
held_u: typing.Any = value
result = held_u

# %% typing-cast
result = typing.cast("list", value)

# %% string-key
name_u = "ke" + "y"
result = {"key": value}[name_u]

# %% formatted-key
result = {"key1": value}[f"key{1}"]

# %% tuple-key
result = {(0, 1): value}[0, 1]

# %% nested-containers
result = {"a": [(1, {"b": value})]}["a"][0][1]["b"]

# %% copy-copy
result = copy.copy([value])[0]

# %% list-of-dict
rows_u = [{"item": 1}, {"item": value}]
result = [row["item"] for row in rows_u][1]

# %% match-capture
# python: 3.10
match [1, value]:
    case [1, captured_u]:
        result = captured_u

# %% match-mapping
# python: 3.10
match {"kind": "a", "item": value}:
    case {"kind": "b", "item": other_u}:
        result = None
    case {"kind": "a", "item": captured_u}:
        result = captured_u

# %% match-star
# python: 3.10
match (1, 2, value):
    case (first_u, *rest_u):
        result = rest_u[1]


# %% match-class
# python: 3.10
# module
@dataclasses.dataclass
class Point_u:
    left: typing.Any
    right: typing.Any


# body
match Point_u(1, value):
    case Point_u(left=0, right=captured_u):
        result = None
    case Point_u(left=1, right=captured_u):
        result = captured_u

# %% match-guard
# python: 3.10
match (2, value):
    case (n_u, _) if n_u > 5:
        result = None
    case (_, captured_u):
        result = captured_u

# %% match-as
# python: 3.10
match ("pair", value):
    case ("single", _):
        result = None
    case (str(), _) as whole_u:
        result = whole_u[1]

# %% match-on-value
# python: 3.10
match 3:
    case 1 | 2:
        result = None
    case _:
        result = value

# %% match-or
# python: 3.10
match ["add", value]:
    case ["add" | "sub", captured_u]:
        result = captured_u

# %% match-none
# python: 3.10
match None:
    case None:
        result = value
    case _:
        result = None

# %% match-rest
# python: 3.10
match {"kind": "a", "item": value}:
    case {"kind": "a", **rest_u}:
        result = rest_u["item"]

# %% match-keyword
# python: 3.10
# module
class Holder_u:
    def __init__(self, kind, item):
        self.kind, self.item = kind, item


# body
match Holder_u(1, value):
    case Holder_u(kind=2):
        result = None
    case Holder_u(kind=1, item=captured_u):
        result = captured_u

# %% itertools-pairwise
# python: 3.10
result = list(itertools.pairwise([1, value, 2]))[0][1]

# %% operator-delitem
box_u = [4, value]
operator.delitem(box_u, 0)
result = box_u[0]

# %% deque-extendleft
queue_u = collections.deque([1])
queue_u.extendleft([value, 2])
result = queue_u[1]

# %% list-assign-stepped-slice
box_u = [0, 1, 2, 3]
box_u[::2] = [value, 5]
result = box_u[0]

# %% and-of-three
result = 1 and "x" and value

# %% or-of-three
result = None or 0 or value

# %% iterator-of-object
# module
class Once_u:
    def __init__(self, item):
        self.item, self.left = item, 1

    def __iter__(self):
        return self

    def __next__(self):
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.item


# body
result = next(iter(Once_u(value)))

# %% iterator-ends
steps_u = iter([value])
try:
    while True:
        result = next(steps_u)
except StopIteration:
    pass

# %% generator-closed
def items_u(item):
    yield item
    yield 2


steps_u = items_u(value)
result = next(steps_u)
steps_u.close()

# %% dict-subclass-super
# module
class Table_u(dict):
    def __getitem__(self, key):
        return super().__getitem__(key.lower())

    def __setitem__(self, key, item):
        super().__setitem__(key.lower(), item)


# body
table_u = Table_u()
table_u["A"] = value
result = table_u["a"]

# %% list-subclass-super
# module
class Items_u(list):
    def __init__(self, *items):
        super().__init__(items)


# body
result = Items_u(1, value)[1]

# %% sum-of-lists
result = sum([[1], [value]], [])[1]

# %% vars-items
holder_u = types.SimpleNamespace(item=value)
result = [item_u for _, item_u in vars(holder_u).items()][0]

# %% unknown-list-index
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = [value for _ in range(DEPTH_u)]
result = box_u[-1]

# %% unknown-list-append
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = []
for _ in range(DEPTH_u):
    box_u.append(value)
result = box_u.pop()

# %% unknown-list-methods
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = [value] * DEPTH_u
box_u.extend([value for _ in range(DEPTH_u)])
box_u.insert(1, value)
box_u.reverse()
result = (box_u + [value]).copy()[2]

# %% unknown-list-assign-slice
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = [None] * DEPTH_u
box_u[:] = [value for _ in range(DEPTH_u)]
result = box_u[1]

# %% unknown-list-sorted
# module
DEPTH_u = min(2, sys.maxsize)


# body
pairs_u = [(number_u, value) for number_u in range(DEPTH_u)]
pairs_u.sort(key=lambda pair: -pair[0])
result = sorted(pairs_u, key=operator.itemgetter(0))[0][1]

# %% unknown-list-unpacked
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = [value for _ in range(DEPTH_u)]
result, *rest_u = box_u

# %% unknown-list-starred
# module
DEPTH_u = min(2, sys.maxsize)


def first_u(*given):
    return given[0]


# body
box_u = [value for _ in range(DEPTH_u)]
result = first_u(*box_u)

# %% unknown-list-loop
# module
DEPTH_u = min(2, sys.maxsize)


# body
result = None
for item_u in [value for _ in range(DEPTH_u)]:
    result = item_u

# %% unknown-list-zip
# module
DEPTH_u = min(2, sys.maxsize)


# body
for number_u, result in zip(range(DEPTH_u), [value for _ in range(DEPTH_u)]):
    pass

# %% unknown-list-enumerate
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = {}
for number_u, item_u in enumerate([value for _ in range(DEPTH_u)]):
    box_u[number_u] = item_u
result = box_u[0]

# %% unknown-list-map
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = [value for _ in range(DEPTH_u)]
result = list(map(lambda item: item, box_u))[0]

# %% unknown-list-filter
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = [value for _ in range(DEPTH_u)]
result = next(filter(lambda item: item is not None, box_u))

# %% unknown-list-reduce
# module
DEPTH_u = min(2, sys.maxsize)


# body
result = functools.reduce(lambda left, right: right, [value for _ in range(DEPTH_u)])

# %% unknown-list-reversed
# module
DEPTH_u = min(2, sys.maxsize)


# body
result = next(iter(reversed([value for _ in range(DEPTH_u)])))

# %% unknown-list-max-key
# module
DEPTH_u = min(2, sys.maxsize)


# body
pairs_u = [(number_u, value) for number_u in range(DEPTH_u)]
result = max(pairs_u, key=lambda pair: pair[0])[1]

# %% unknown-chain
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = [value for _ in range(DEPTH_u)]
result = list(itertools.chain(box_u, [value]))[0]

# %% unknown-chain-from-iterable
# module
DEPTH_u = min(2, sys.maxsize)


# body
rows_u = [[value] for _ in range(DEPTH_u)]
for result in itertools.chain.from_iterable(rows_u):
    pass

# %% unknown-starmap
# module
DEPTH_u = min(2, sys.maxsize)


# body
pairs_u = [(number_u, value) for number_u in range(DEPTH_u)]
for result in itertools.starmap(lambda number, item: item, pairs_u):
    pass

# %% unknown-islice
# module
DEPTH_u = min(2, sys.maxsize)


# body
result = list(itertools.islice([value, value, value], DEPTH_u))[0]

# %% unknown-repeat
# module
DEPTH_u = min(2, sys.maxsize)


# body
result = list(itertools.repeat(value, DEPTH_u))[1]

# %% unknown-product
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = [value for _ in range(DEPTH_u)]
for _, result in itertools.product(range(DEPTH_u), box_u):
    pass

# %% unknown-groupby
# module
DEPTH_u = min(2, sys.maxsize)


# body
pairs_u = [("a", value) for _ in range(DEPTH_u)]
result = None
for key_u, group_u in itertools.groupby(pairs_u, key=lambda pair: pair[0]):
    for _, item_u in group_u:
        result = item_u

# %% unknown-deque
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = collections.deque([value for _ in range(DEPTH_u)], maxlen=DEPTH_u)
box_u.appendleft(value)
result = box_u.popleft()

# %% unknown-generator
# module
DEPTH_u = min(2, sys.maxsize)


def items_u(item):
    for _ in range(DEPTH_u):
        yield item


# body
result = list(items_u(value))[0]

# %% unknown-generator-loop
# module
DEPTH_u = min(2, sys.maxsize)


def items_u(item):
    yield from [item for _ in range(DEPTH_u)]


# body
result = None
for item_u in items_u(value):
    result = item_u

# %% unknown-dict
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = {number_u: value for number_u in range(DEPTH_u)}
result = box_u[0]

# %% unknown-dict-keys
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = {number_u: value for number_u in range(DEPTH_u)}
result = None
for key_u in box_u.keys():
    result = box_u[key_u]

# %% unknown-dict-items
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = {number_u: value for number_u in range(DEPTH_u)}
for _, result in sorted(box_u.items(), key=lambda pair: pair[0]):
    pass

# %% unknown-dict-values
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = {number_u: value for number_u in range(DEPTH_u)}
result = list(box_u.copy().values())[0]

# %% unknown-dict-update
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = {}
box_u.update({number_u: value for number_u in range(DEPTH_u)})
box_u.update([(number_u, value) for number_u in range(DEPTH_u)])
result = box_u.get(0)

# %% unknown-dict-pop
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = dict.fromkeys(range(DEPTH_u), value)
result = box_u.pop(1)

# %% unknown-dict-double-star
# module
DEPTH_u = min(2, sys.maxsize)


def last_u(**given):
    return given["b"]


# body
box_u = {"ab"[number_u]: value for number_u in range(DEPTH_u)}
result = last_u(**box_u)

# %% unknown-default-dict
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = collections.defaultdict(list)
for number_u in range(DEPTH_u):
    box_u[number_u].append(value)
result = box_u[0][0]

# %% unknown-number-of-objects
# module
DEPTH_u = min(2, sys.maxsize)


class Holder_u:
    def __init__(self, item):
        self.item = item


# body
holders_u = [Holder_u(value) for _ in range(DEPTH_u)]
result = [holder.item for holder in holders_u][0]

# %% unknown-recursion
# module
DEPTH_u = min(2, sys.maxsize)


def below_u(item, depth):
    return item if depth == 0 else below_u(item, depth - 1)


# body
result = below_u(value, DEPTH_u)

# %% unknown-while
# module
DEPTH_u = min(2, sys.maxsize)


# body
count_u, box_u = 0, []
while count_u < DEPTH_u:
    box_u.append(value)
    count_u += 1
result = box_u[0]

# %% unknown-branch
# module
DEPTH_u = min(2, sys.maxsize)


# body
if DEPTH_u > 1:
    result = value
else:
    result = value * 1

# %% unknown-conditional
# module
DEPTH_u = min(2, sys.maxsize)


# body
result = (value, value)[DEPTH_u % 2]

# %% unknown-match
# python: 3.10
# module
DEPTH_u = min(2, sys.maxsize)


# body
match [value for _ in range(DEPTH_u)]:
    case [captured_u, *rest_u]:
        result = captured_u
    case _:
        result = value

# %% unknown-match-alternatives
# python: 3.10
# module
DEPTH_u = min(2, sys.maxsize)


# body
given_u = (1, value) if DEPTH_u > 1 else [value, 1, 1]
match given_u:
    case (_, captured_u):
        result = captured_u
    case (captured_u, _, _):
        result = captured_u

# %% unknown-match-mapping
# python: 3.10
# module
DEPTH_u = min(2, sys.maxsize)


# body
match {number_u: value for number_u in range(DEPTH_u)}:
    case {0: captured_u}:
        result = captured_u
    case _:
        result = value

# %% match-named-tuple
# python: 3.10
# module
Pair_u = collections.namedtuple("Pair_u", "kind item")


# body
match Pair_u(1, value):
    case Pair_u(kind=2):
        result = None
    case Pair_u(1, captured_u):
        result = captured_u

# %% match-type
# python: 3.10
match 2.5:
    case int() | str():
        result = None
    case dict():
        result = None
    case float():
        result = value

# %% constant-of-two-values
# module
PLACE_u = 0
if sys.maxsize > 1:
    PLACE_u = 1


# body
result = [value, value][PLACE_u]

# %% async-never-awaited
# module
async def later_u(item):
    return item


# body
waiting_u = later_u(value)
waiting_u.close()
result = value

# %% generator-close
# module
def items_u(item):
    yield item
    yield None


# body
generator_u = iter(items_u(value))
result = next(generator_u)
generator_u.close()

# %% generator-default
# module
def items_u(item):
    yield item


# body
generator_u = items_u(value)
result = next(generator_u)
result = next(generator_u, result)

# %% dict-of-builtin
box_u = dict([("a", value)], b=2)
result = dict(box_u)["a"]

# %% set-attribute-dunder
# module
class Holder_u:
    pass


# body
holder_u = Holder_u()
object.__setattr__(holder_u, "item", value)
result = holder_u.item

# %% instance-item-iterated
# module
class Items_u:
    def __init__(self, *items):
        self.items = items

    def __getitem__(self, position):
        return self.items[position]


# body
result = None
for item_u in Items_u(value):
    result = item_u

# %% dict-union-augmented
# python: 3.9
box_u = {"a": 1}
box_u |= {"b": value}
result = box_u["b"]

# %% new-other
# module
class Made_u:
    def __new__(cls, item):
        return [item]


# body
result = Made_u(value)[0]

# %% operator-concat
import operator
result = operator.concat([1], [value])[1]

# %% operator-set-item
import operator
box_u = {}
operator.setitem(box_u, "a", value)
result = operator.getitem(box_u, "a")

# %% lru-cache
# module
import functools
@functools.lru_cache(maxsize=None)
def index_u(number):
    return number + 1
# body
result = [1, value][index_u(0)]

# %% wraps
# module
import functools
def logged_u(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        out = function(*args, **kwargs)
        return out
    return wrapper
@logged_u
def passed_u(item, scale=1):
    return item
# body
result = passed_u(value, scale=2)

# %% single-dispatch
# module
import functools
@functools.singledispatch
def pick_u(key, item):
    return None
@pick_u.register(str)
def _pick_str_u(key, item):
    return item
# body
result = pick_u("a", value)

# %% heap
import heapq
heap_u = []
heapq.heappush(heap_u, (2, "b"))
heapq.heappush(heap_u, (1, value))
result = heapq.heappop(heap_u)[1]

# %% queue
import queue
line_u = queue.Queue()
line_u.put(value)
result = line_u.get()

# %% thread-local
# module
import threading
local_u = threading.local()
# body
local_u.item = value
result = local_u.item

# %% context-variable
# module
import contextvars
variable_u = contextvars.ContextVar("variable", default=None)
# body
token_u = variable_u.set(value)
result = variable_u.get()
variable_u.reset(token_u)

# %% user-dict
# module
import collections
class Table_u(collections.UserDict):
    pass
# body
table_u = Table_u()
table_u["a"] = value
result = table_u["a"]

# %% user-list
# module
import collections
class Rows_u(collections.UserList):
    pass
# body
rows_u = Rows_u([1, value])
result = rows_u[1]

# %% abstract-method
# module
import abc
class Base_u(abc.ABC):
    @abc.abstractmethod
    def step(self, item):
        ...
    def run(self, item):
        return self.step(item)
class Child_u(Base_u):
    def step(self, item):
        return item
# body
result = Child_u().run(value)

# %% named-tuple-method
# module
import typing
class Pair_u(typing.NamedTuple):
    first: object
    second: int = 3
    def one(self):
        return self.first
# body
result = Pair_u(value).one()

# %% dataclass-astuple
# module
import dataclasses
@dataclasses.dataclass
class Point_u:
    name: str
    item: object = None
# body
point_u = Point_u("a", item=value)
result = getattr(point_u, dataclasses.fields(point_u)[1].name)

# %% dataclass-frozen
# module
import dataclasses
@dataclasses.dataclass(frozen=True)
class State_u:
    item: object
    step: int = 0
    def advanced(self):
        return dataclasses.replace(self, step=self.step + 1)
# body
result = State_u(value).advanced().item

# %% init-subclass
# module
class Plugin_u:
    known = {}
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        Plugin_u.known[cls.__name__] = cls
    def hand(self, item):
        return None
class Real_u(Plugin_u):
    def hand(self, item):
        return item
# body
result = Plugin_u.known["Real_u"]().hand(value)

# %% metaclass
# module
class Meta_u(type):
    def __call__(cls, *args):
        made = super().__call__(*args)
        made.ready = True
        return made
class Made_u(metaclass=Meta_u):
    def __init__(self, item):
        self.item = item
# body
made_u = Made_u(value)
result = made_u.item if made_u.ready else None

# %% missing
# module
class Filled_u(dict):
    def __missing__(self, key):
        return self["default"]
# body
filled_u = Filled_u(default=value)
result = filled_u["other"]

# %% set-attribute-dunder-stores
# module
class Stored_u:
    def __init__(self):
        object.__setattr__(self, "data", {})
    def __setattr__(self, name, item):
        self.data[name] = item
    def __getattr__(self, name):
        return self.data[name]
# body
stored_u = Stored_u()
stored_u.thing = value
result = stored_u.thing

# %% right-operator
# module
class Pipe_u:
    def __init__(self, function):
        self.function = function
    def __or__(self, other):
        return Pipe_u(lambda item: other.function(self.function(item)))
    def __call__(self, item):
        return self.function(item)
# body
result = (Pipe_u(lambda item: [item]) | Pipe_u(lambda box: box[0]))(value)

# %% less-than
# module
class Ranked_u:
    def __init__(self, rank, item):
        self.rank, self.item = rank, item
    def __lt__(self, other):
        return self.rank < other.rank
# body
result = sorted([Ranked_u(2, 1), Ranked_u(1, value)])[0].item

# %% object-truth
# module
class Maybe_u:
    def __init__(self, item, there):
        self.item, self.there = item, there
    def __bool__(self):
        return self.there
# body
maybe_u = Maybe_u(value, True)
result = maybe_u.item if maybe_u else None

# %% object-contains
# module
class Names_u:
    def __init__(self):
        self.names = {"a"}
    def __contains__(self, name):
        return name in self.names
# body
result = value if "a" in Names_u() else None

# %% reversed-dunder
# module
class Back_u:
    def __init__(self, items):
        self.items = items
    def __reversed__(self):
        return iter(self.items[::-1])
# body
result = list(reversed(Back_u([1, value])))[0]

# %% augmented-dunder
# module
class Bag_u:
    def __init__(self):
        self.items = []
    def __iadd__(self, item):
        self.items.append(item)
        return self
# body
bag_u = Bag_u()
bag_u += value
result = bag_u.items[0]

# %% locals
def local_u(item):
    kept = item
    return locals()["kept"]
result = local_u(value)

# %% state-machine
state_u, held_u = "start", value
while state_u != "end":
    if state_u == "start":
        box_u, state_u = [held_u], "middle"
    elif state_u == "middle":
        held_u, state_u = box_u.pop(), "end"
result = held_u

# %% visitor
# module
class Visitor_u:
    def visit(self, kind, item):
        return getattr(self, "visit_" + kind)(item)
    def visit_leaf(self, item):
        return item
    def visit_node(self, item):
        return None
# body
result = Visitor_u().visit("leaf", value)

# %% builder
# module
class Builder_u:
    def __init__(self):
        self.parts = {}
    def add(self, name, part):
        self.parts[name] = part
        return self
    def build(self):
        return self.parts
# body
result = Builder_u().add("a", 1).add("b", value).build()["b"]

# %% stack-machine
stack_u = []
for order_u, operand_u in [("push", 3), ("push", value), ("swap", None), ("pop", None)]:
    if order_u == "push":
        stack_u.append(operand_u)
    elif order_u == "swap":
        stack_u[-1], stack_u[-2] = stack_u[-2], stack_u[-1]
    else:
        stack_u.pop()
result = stack_u[-1]

# %% ring-buffer
# module
class Ring_u:
    def __init__(self, size):
        self.slots, self.at = [None] * size, 0
    def put(self, item):
        self.slots[self.at % len(self.slots)] = item
        self.at += 1
    def last(self):
        return self.slots[(self.at - 1) % len(self.slots)]
# body
ring_u = Ring_u(2)
for item_u in (1, 2, value):
    ring_u.put(item_u)
result = ring_u.last()

# %% transposed-lists
result = list(zip(*[[1, 2], [value, 3]]))[0][1]

# %% flattened
def flat_u(items):
    out = []
    for item in items:
        if isinstance(item, (list, tuple)):
            out.extend(flat_u(item))
        else:
            out.append(item)
    return out
result = flat_u([1, [2, (value,)]])[2]

# %% chunks
box_u = [1, 2, value, 4]
result = [box_u[at:at + 2] for at in range(0, len(box_u), 2)][1][0]

# %% combinations
import itertools
result = list(itertools.combinations([1, value, 3], 2))[0][1]

# %% permutations
import itertools
result = next(itertools.permutations([value, 2]))[0]

# %% best-index
scores_u = [1, 5, 3]
result = [0, value, 2][max(range(3), key=lambda at: scores_u[at])]

# %% sorted-enumerate
result = sorted(enumerate([value, 3]), key=lambda pair: -pair[0])[1][1]

# %% next-filter
result = next(filter(lambda pair: pair[0] == "b", [("a", 1), ("b", value)]))[1]

# %% slice-object
cut_u = slice(1, 2)
result = [0, value, 2][cut_u][0]

# %% itemgetter-of-two
import operator
result = operator.itemgetter(0, 2)([1, 2, value])[1]

# %% delete-slice
box_u = [1, 2, value]
del box_u[:2]
result = box_u[0]

# %% insert-by-slice
box_u = [1]
box_u[:0] = [value]
result = box_u[0]

# %% star-in-display
box_u = [1, 2]
result = [*box_u, value, *box_u][2]

# %% star-in-return
def both_u(items, item):
    return (*items, item)
result = both_u([1, 2], value)[-1]

# %% setdefault-append
groups_u = {}
for key_u, item_u in [("a", 1), ("b", value), ("a", 2)]:
    groups_u.setdefault(key_u, []).append(item_u)
result = groups_u["b"][0]

# %% nested-default-dict
import collections
nested_u = collections.defaultdict(lambda: collections.defaultdict(list))
nested_u["a"]["b"].append(value)
result = nested_u["a"]["b"][0]

# %% deep-copied-list-of-numbers
import copy
box_u = copy.deepcopy([1, 2])
box_u.append(value)
result = box_u[2]

# %% walrus-in-comprehension
last_u = None
box_u = [last_u := item_u for item_u in (1, value)]
result = last_u

# %% for-star-target
for first_u, *rest_u in [(1, 2, 3), (4, value)]:
    pass
result = rest_u[0]

# %% while-else
count_u, result = 0, None
while count_u < 2:
    count_u += 1
else:
    result = value

# %% exception-arguments
try:
    raise ValueError("text", value)
except (TypeError, ValueError) as error_u:
    result = error_u.args[1]

# %% exception-hierarchy
# module
class Base_error_u(Exception):
    pass
class Special_error_u(Base_error_u):
    def __init__(self, item):
        super().__init__("special")
        self.item = item
# body
try:
    raise Special_error_u(value)
except Base_error_u as error_u:
    result = error_u.item

# %% suppress
import contextlib
result = value
with contextlib.suppress(KeyError):
    {}["a"]
    result = None

# %% exit-stack-callback
import contextlib
box_u = []
with contextlib.ExitStack() as stack_u:
    stack_u.callback(box_u.append, value)
result = box_u[0]

# %% with-tuple-target
# module
import contextlib
@contextlib.contextmanager
def pair_u(item):
    yield 1, item
# body
with pair_u(value) as (_, result):
    pass

# %% diamond
# module
class Top_u:
    def hand(self, item):
        return item
class Left_u(Top_u):
    def hand(self, item):
        return super().hand(item)
class Right_u(Top_u):
    def hand(self, item):
        return [super().hand(item)]
class Bottom_u(Left_u, Right_u):
    pass
# body
result = Bottom_u().hand(value)[0]

# %% set-attributes-in-loop
# module
class Empty_u:
    pass
# body
empty_u = Empty_u()
for name_u, item_u in (("a", 1), ("b", value)):
    setattr(empty_u, name_u, item_u)
result = empty_u.b

# %% reduce-getattr
# module
import functools
class Inner_u:
    pass
# body
outer_u = Inner_u()
outer_u.a = Inner_u()
outer_u.a.b = value
result = functools.reduce(getattr, "a.b".split("."), outer_u)

# %% method-type
# module
import types
class Host_u:
    pass
# body
host_u = Host_u()
host_u.item = value
host_u.take = types.MethodType(lambda self: self.item, host_u)
result = host_u.take()

# %% church-pair
pair_u = (lambda a, b: lambda pick: pick(a, b))(1, value)
result = pair_u(lambda a, b: b)

# %% y-combinator
result = (lambda f: (lambda g: g(g))(lambda g: f(lambda *a: g(g)(*a))))(lambda again: lambda n, v: v if n == 0 else again(n - 1, v))(2, value)

# %% observer
# module
class Subject_u:
    def __init__(self):
        self.listeners = []
    def tell(self, item):
        for listener in self.listeners:
            listener(item)
# body
heard_u = []
subject_u = Subject_u()
subject_u.listeners.append(heard_u.append)
subject_u.tell(value)
result = heard_u[0]

# %% lazy-object
# module
class Lazy_u:
    def __init__(self, make):
        self.make, self.made = make, None
    def get(self):
        if self.made is None:
            self.made = (self.make(),)
        return self.made[0]
# body
lazy_u = Lazy_u(lambda: value)
lazy_u.get()
result = lazy_u.get()

# %% coroutine-average
def collect_u():
    seen = []
    while True:
        item = yield seen
        seen.append(item)
coroutine_u = collect_u()
next(coroutine_u)
coroutine_u.send(1)
result = coroutine_u.send(value)[1]

# %% generator-tree
# module
class Tree_u:
    def __init__(self, item, left=None, right=None):
        self.item, self.left, self.right = item, left, right
    def __iter__(self):
        if self.left is not None:
            yield from self.left
        yield self.item
        if self.right is not None:
            yield from self.right
# body
result = list(Tree_u(1, Tree_u(value), Tree_u(3)))[0]

# %% dict-keys-sorted-index
table_u = {"b": 1, "a": value}
result = table_u[sorted(table_u)[0]]

# %% dict-view-list
table_u = {"b": 1, "a": value}
result = list(table_u.values())[list(table_u).index("a")]

# %% dict-reversed-items
result = dict(reversed(list({"a": 1, "b": value}.items())))["b"]

# %% dict-pop-last
table_u = {"a": 1, "b": value}
result = table_u.popitem()[1]

# %% comprehension-if-else
result = [item_u if at_u else None for at_u, item_u in enumerate([1, value])][1]

# %% nested-conditional
number_u = 3
result = None if number_u < 2 else value if number_u < 5 else 1

# %% boolean-table
result = (None, value)[3 > 2]

# %% assert-message
box_u = [value]
assert len(box_u) == 1, "one"
result = box_u[0]

# %% string-split-keys
table_u = dict(zip("a b c".split(), (1, value, 3)))
result = table_u["b"]

# %% class-body-code
# module
class Coded_u:
    table = {}
    for name in ("a", "b"):
        table[name] = len(table)
    del name
# body
result = [1, value][Coded_u.table["b"]]

# %% global-counter
# module
count_u = 0
def next_number_u():
    global count_u
    count_u = count_u + 1
    return count_u
# body
box_u = {next_number_u() * 0: value}
result = box_u[0]

# %% function-attribute-table
def handler_u(item):
    return handler_u.table["take"](item)
handler_u.table = {"take": lambda item: item}
result = handler_u(value)

# %% default-from-loop
takers_u = []
for number_u in range(3):
    def taker_u(items, at=number_u):
        return items[at]
    takers_u.append(taker_u)
result = takers_u[1]([0, value, 2])

# %% unknown-first-found
# module
DEPTH_u = min(2, sys.maxsize)


# body
found_u = None
for key_u in range(DEPTH_u):
    if found_u is None:
        found_u = value
result = found_u

# %% unknown-accumulated-tuple
# module
DEPTH_u = min(2, sys.maxsize)


# body
items_u = ()
for number_u in range(DEPTH_u):
    items_u += (value,)
result = items_u[0]

# %% unknown-nested-lists
# module
DEPTH_u = min(2, sys.maxsize)


# body
rows_u = [[value for _ in range(DEPTH_u)] for _ in range(DEPTH_u)]
result = rows_u[0][0]

# %% unknown-flattened
# module
DEPTH_u = min(2, sys.maxsize)


# body
rows_u = [[value] for _ in range(DEPTH_u)]
result = [item for row in rows_u for item in row][0]

# %% unknown-dict-of-lists
# module
DEPTH_u = min(2, sys.maxsize)


# body
table_u = {}
for number_u in range(DEPTH_u):
    table_u.setdefault(number_u % 2, []).append(value)
result = table_u[0][0]

# %% unknown-swap
# module
DEPTH_u = min(2, sys.maxsize)


# body
a_u, b_u = value, value
for _ in range(DEPTH_u):
    a_u, b_u = b_u, a_u
result = a_u

# %% unknown-linked
# module
DEPTH_u = min(2, sys.maxsize)


# body
node_u = None
for _ in range(DEPTH_u):
    node_u = (value, node_u)
result = node_u[0]

# %% unknown-stack
# module
DEPTH_u = min(2, sys.maxsize)


# body
stack_u = [value]
for _ in range(DEPTH_u):
    stack_u.append(stack_u.pop())
result = stack_u.pop()

# %% trampoline
def bounce_u(count, item):
    if count == 0:
        return item
    return lambda: bounce_u(count - 1, item)
result = bounce_u(2, value)()()

# %% slots-set-attr
# module
class Slotted_u:
    __slots__ = ("item", "other")
# body
slotted_u = Slotted_u()
for name_u in Slotted_u.__slots__:
    setattr(slotted_u, name_u, value)
result = slotted_u.other

# %% class-method-factory
# module
class Holder_u:
    def __init__(self, item):
        self.item = item
    @classmethod
    def of(cls, *items):
        return [cls(item) for item in items]
# body
result = Holder_u.of(1, value)[1].item

# %% property-deleter
# module
class Kept_u:
    def __init__(self, item):
        self._item = item
    @property
    def item(self):
        return self._item
    @item.deleter
    def item(self):
        self._item = None
# body
kept_u = Kept_u(value)
result = kept_u.item
del kept_u.item

# %% call-chain
# module
class Curried_u:
    def __init__(self, *given):
        self.given = given
    def __call__(self, *more):
        return Curried_u(*self.given, *more) if more else self.given
# body
result = Curried_u(1)(value)()[1]

# %% compare-objects
# module
class Rank_u:
    def __init__(self, rank):
        self.rank = rank
    def __eq__(self, other):
        return self.rank == other.rank
    def __hash__(self):
        return hash(self.rank)
# body
result = value if Rank_u(1) == Rank_u(1) else None

# %% iterate-pairs-of-object
# module
class Steps_u:
    def __init__(self, items):
        self.items = items
    def __iter__(self):
        for at in range(len(self.items)):
            yield at, self.items[at]
# body
result = dict(Steps_u([1, value]))[1]

# %% try-return-in-function
def safe_u(item):
    try:
        return item
    except ValueError:
        return None
    finally:
        pass
result = safe_u(value)

# %% try-nested
try:
    try:
        raise KeyError("inner")
    except IndexError:
        result = None
except KeyError:
    result = value

# %% raise-in-else
try:
    pass
except ValueError:
    result = None
else:
    try:
        raise LookupError
    except LookupError:
        result = value

# %% loop-with-two-breaks
for first_u in range(3):
    for second_u in range(3):
        if second_u == 1:
            break
    if first_u == 1:
        result = value
        break

# %% continue-in-while
box_u, at_u = [], 0
while at_u < 3:
    at_u += 1
    if at_u == 2:
        continue
    box_u.append(value)
result = box_u[1]

# %% dict-of-tuples-unpacked
table_u = {"a": (1, value), "b": (2, None)}
for key_u, (number_u, item_u) in table_u.items():
    if key_u == "a":
        result = item_u

# %% dict-changed-while-listing
table_u = {"a": 1, "b": value}
for key_u in list(table_u):
    if key_u == "a":
        del table_u[key_u]
(result,) = table_u.values()

# %% dict-default-argument
def merged_u(first, second=None, **others):
    second = second or {}
    return {**first, **second, **others}
result = merged_u({"a": 1}, b=value)["b"]

# %% list-of-functions-index
result = [lambda item: None, lambda item: item][-1](value)

# %% function-returns-function-table
def table_u():
    def keep(item):
        return item
    def drop(item):
        return None
    return {"keep": keep, "drop": drop}
result = table_u()["keep"](value)

# %% nonlocal-swap
def outer_u(item):
    held = None
    def put():
        nonlocal held
        held = item
    def get():
        return held
    put()
    return get()
result = outer_u(value)

# %% generator-zip-of-two
def first_u():
    yield 1
    yield value
def second_u():
    yield "a"
    yield "b"
result = {key: item for item, key in zip(first_u(), second_u())}["b"]

# %% generator-recursion
def walk_u(items):
    for item in items:
        if isinstance(item, list):
            yield from walk_u(item)
        else:
            yield item
result = list(walk_u([1, [2, [value]]]))[2]

# %% generator-state-machine
def machine_u(item):
    state = "first"
    while True:
        if state == "first":
            state = "second"
            yield None
        else:
            yield item
running_u = machine_u(value)
next(running_u)
result = next(running_u)

# %% generator-peek
def numbers_u():
    yield from (value, 2, 3)
stream_u = numbers_u()
first_u = next(stream_u)
import itertools
result = next(itertools.chain([first_u], stream_u))

# %% set-difference-keys
names_u = {"a", "b"} - {"b"}
result = {"a": value}[names_u.pop()]

# %% frozen-set-key
result = {frozenset(["a", "b"]): value}[frozenset(["b", "a"])]

# %% bytes-key
result = {b"a": value}[b"a"]

# %% none-key
result = {None: value, 1: 2}[None]

# %% bool-as-index
result = [None, value][True]

# %% float-key
result = {0.5: value}[1 / 2]

# %% string-format-key
result = {"a-1": value}["{}-{:d}".format("a", 1)]

# %% percent-key
result = {"a1": value}["a%d" % 1]

# %% string-methods-key
result = {"left right": value}["_".join(["LEFT", "RIGHT"]).lower().replace("_", " ").strip()]

# %% string-partition-key
result = {"b": value}["a.b".partition(".")[2]]

# %% string-slice-key
result = {"bc": value}["abcd"[1:3]]

# %% int-of-string
result = [1, value][int("1")]

# %% len-of-string
result = [0, 1, value]["abc".__len__() - 1]

# %% divmod-index
result = [0, value, 2][divmod(7, 3)[1]]

# %% sum-index
result = [0, 1, 2, value][sum([1, 2])]

# %% bit-index
result = [0, 1, value][1 << 1]

# %% min-index
result = [value, 1][min(3, 0)]

# %% round-index
result = [0, 1, value][round(1.9)]

# %% enumerate-reversed
for at_u, item_u in enumerate(reversed([value, 2])):
    if at_u == 1:
        result = item_u

# %% zip-strict-like
result = [pair for pair in zip([1, 2], [None, value])][1][1]

# %% map-none-lambda
result = list(map(lambda pair: pair[1], [(1, value)]))[0]

# %% sorted-of-dict-items
result = sorted({"b": 1, "a": value}.items(), key=lambda pair: pair[0])[0][1]

# %% max-of-dict
scores_u = {"a": 1, "b": 3}
result = {"a": None, "b": value}[max(scores_u, key=scores_u.get)]

# %% all-of-flags
result = value if all([True, 1, "x"]) else None

# %% any-generator
result = value if any(number > 1 for number in (1, 2)) else None

# %% in-tuple
result = value if "a" in ("a", "b") else None

# %% chained-numbers
number_u = 3
result = value if 1 < number_u <= 3 else None

# %% is-instance-number
result = value if isinstance(3, (int, float)) else None

# %% type-of-number
result = {int: value, str: None}[type(3)]

# %% callable-test
result = value if callable(len) else None

# %% getattr-on-class
# module
class Constants_u:
    INDEX = 1
# body
result = [None, value][getattr(Constants_u, "INDEX")]

# %% class-attribute-changed
# module
class Registry_u:
    index = 0
# body
Registry_u.index = 1
result = [None, value][Registry_u.index]

# %% int-enum-index
# module
import enum
class Place_u(enum.IntEnum):
    FIRST = 0
    SECOND = 1
# body
result = [None, value][Place_u.SECOND]

# %% enum-value
# module
import enum
class Kind_u(enum.Enum):
    A = "a"
    B = "b"
# body
result = {"a": None, "b": value}[Kind_u.B.value]

# %% enum-compared
# module
import enum
class Way_u(enum.Enum):
    LEFT = enum.auto()
    RIGHT = enum.auto()
# body
way_u = Way_u.LEFT
result = value if way_u is Way_u.LEFT else None

# %% copy-method-of-object
# module
import copy
class Box_u:
    def __init__(self, item):
        self.item = item
# body
first_u = Box_u(1)
second_u = copy.copy(first_u)
second_u.item = value
result = second_u.item if first_u.item == 1 else None

# %% weak-value
import types
holder_u = types.SimpleNamespace()
holder_u.__dict__.update(item=value)
result = holder_u.item

# %% ordered-move
import collections
table_u = collections.OrderedDict(a=value, b=2)
table_u.move_to_end("a")
result = table_u.popitem()[1]

# %% counter-index
import collections
counts_u = collections.Counter("aab")
result = [None, 1, value][counts_u["a"]]

# %% counter-most-common
import collections
name_u, _ = collections.Counter("aab").most_common(1)[0]
result = {"a": value, "b": None}[name_u]

# %% default-dict-int
import collections
counts_u = collections.defaultdict(int)
for key_u in "aab":
    counts_u[key_u] += 1
result = [None, 1, value][counts_u["a"]]

# %% chain-map-new-child
import collections
scope_u = collections.ChainMap({"a": 1}).new_child({"b": value})
result = scope_u["b"]

# %% functools-cache-method
# module
import functools
class Memo_u:
    @functools.lru_cache(maxsize=None)
    def index(self, number):
        return number
# body
result = [None, value][Memo_u().index(1)]

# %% compose-star
# module
import functools
def compose_u(*functions):
    return functools.reduce(lambda f, g: lambda item: g(f(item)), functions)
# body
result = compose_u(lambda item: [item], lambda box: box[0])(value)

# %% partial-keyword-override
# module
import functools
def picked_u(first, second=None):
    return second
# body
result = functools.partial(picked_u, 1, second=2)(second=value)

# %% method-as-value
# module
class Pusher_u:
    def __init__(self):
        self.seen = []
    def push(self, item):
        self.seen.append(item)
# body
pusher_u = Pusher_u()
list(map(pusher_u.push, [1, value]))
result = pusher_u.seen[1]

# %% dunder-call-forward
# module
class Proxy_u:
    def __init__(self, target):
        self.target = target
    def __call__(self, *args, **kwargs):
        return self.target(*args, **kwargs)
    def __getattr__(self, name):
        return getattr(self.target, name)
# body
result = Proxy_u(lambda item, scale=1: item)(value, scale=2)

# %% mixin-super-chain
# module
class First_u:
    def go(self, item):
        return [item]
class Second_u(First_u):
    def go(self, item):
        return super().go(item) + [2]
class Third_u(Second_u):
    def go(self, item):
        out = super().go(item)
        out.append(3)
        return out
# body
result = Third_u().go(value)[0]

# %% abstract-property
# module
import abc
class Shape_u(abc.ABC):
    @property
    @abc.abstractmethod
    def index(self):
        ...
    def choose(self, items):
        return items[self.index]
class Second_shape_u(Shape_u):
    @property
    def index(self):
        return 1
# body
result = Second_shape_u().choose([None, value])

# %% protocol
# module
import typing
class Taker_u(typing.Protocol):
    def take(self, item): ...
class Real_taker_u:
    def take(self, item):
        return item
def use_u(taker: "Taker_u", item):
    return taker.take(item)
# body
result = use_u(Real_taker_u(), value)

# %% typed-dict
# module
import typing
class Entry_u(typing.TypedDict):
    item: object
# body
entry_u = Entry_u(item=value)
result = entry_u["item"]

# %% generic-class
# module
import typing
T_u = typing.TypeVar("T_u")
class Box_u(typing.Generic[T_u]):
    def __init__(self, item: T_u):
        self.item = item
    def get(self) -> T_u:
        return self.item
# body
result = Box_u(value).get()

# %% overloaded
# module
import typing
@typing.overload
def same_u(item: int) -> int: ...
@typing.overload
def same_u(item: str) -> str: ...
def same_u(item):
    return item
# body
result = same_u(value)

# %% unknown-dict-comprehension
# module
DEPTH_u = min(2, sys.maxsize)


# body
table_u = {number: value for number in range(DEPTH_u)}
result = table_u[0]

# %% unknown-zip-star
# module
DEPTH_u = min(2, sys.maxsize)


# body
pairs_u = [(number, value) for number in range(DEPTH_u)]
numbers_u, items_u = zip(*pairs_u)
result = items_u[0]

# %% unknown-object-in-loop
# module
DEPTH_u = min(2, sys.maxsize)
class Link_u:
    def __init__(self, item, before=None):
        self.item, self.before = item, before


# body
last_u = None
for _ in range(DEPTH_u):
    last_u = Link_u(value, last_u)
result = last_u.item

# %% unknown-closure-chain
# module
DEPTH_u = min(2, sys.maxsize)


# body
function_u = lambda item: item
for _ in range(DEPTH_u):
    function_u = (lambda before: lambda item: before(item))(function_u)
result = function_u(value)

# %% unknown-slice
# module
DEPTH_u = min(2, sys.maxsize)


# body
box_u = [value, value, value][:DEPTH_u]
result = box_u[0]

# %% unknown-index
# module
DEPTH_u = min(2, sys.maxsize)


# body
result = [value, value, value][DEPTH_u]

# %% unknown-string-key
# module
DEPTH_u = min(2, sys.maxsize)


# body
result = {"x2": value, "x3": value}["x" + str(DEPTH_u)]

# %% takewhile
# module
import itertools


# body
result = list(itertools.takewhile(lambda pair: pair[0] < 2, [(0, 1.0), (1, value), (2, 2.0)]))[-1][1]

# %% dropwhile
# module
import itertools


# body
result = next(itertools.dropwhile(lambda pair: pair[0] < 1, [(0, 1.0), (1, value)]))[1]

# %% compress
# module
import itertools


# body
result = list(itertools.compress([1.0, value, 2.0], [0, 1, 0]))[0]

# %% filterfalse
# module
import itertools


# body
result = next(itertools.filterfalse(lambda item: isinstance(item, str), ["a", value]))

# %% accumulate-initial
# module
import itertools


# body
result = list(itertools.accumulate([1, 2], lambda held, number: held, initial=value))[-1]

# %% zip-count
# module
import itertools


# body
result = {number: item for number, item in zip(itertools.count(5), [1.0, value])}[6]

# %% deque-insert-index
# module
import collections


# body
deque_u = collections.deque(["a", "b"])
deque_u.insert(1, value)
result = deque_u[1]

# %% deque-remove
# module
import collections


# body
deque_u = collections.deque(["a", value])
deque_u.remove("a")
result = deque_u.pop()

# %% bisect
# module
import bisect


# body
result = [1.0, value, 2.0][bisect.bisect_left([10, 20, 30], 15)]

# %% enum-iterated
# module
import enum


class Side_u(enum.Enum):
    LEFT = "left"
    RIGHT = "right"


# body
result = {side: value for side in Side_u}[Side_u.LEFT]

# %% enum-by-value
# module
import enum


class Side_u(enum.Enum):
    LEFT = "left"
    RIGHT = "right"


# body
result = {Side_u.LEFT: 1.0, Side_u.RIGHT: value}[Side_u("right")]

# %% flag
# module
import enum


class Flag_u(enum.IntFlag):
    ONE = 1
    TWO = 2


# body
result = [1.0, 2.0, 3.0, value][Flag_u.ONE | Flag_u.TWO]

# %% closing
# module
import contextlib


class Door_u:
    def __init__(self, held):
        self.held = held

    def close(self):
        pass


# body
with contextlib.closing(Door_u(value)) as door_u:
    result = door_u.held

# %% context-manager-after-yield
# module
import contextlib


@contextlib.contextmanager
def collected_u(box, item):
    yield
    box.append(item)


# body
box_u = []
with collected_u(box_u, value):
    pass
result = box_u[0]

# %% context-manager-class-exit
# module
class Collected_u:
    def __init__(self, box, item):
        self.box, self.item = box, item

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.box.append(self.item)


# body
box_u = []
with Collected_u(box_u, value):
    pass
result = box_u[0]

# %% context-decorator
# module
import contextlib


class Quiet_u(contextlib.ContextDecorator):
    def __enter__(self):
        return self

    def __exit__(self, *details):
        return False


@Quiet_u()
def same_u(item):
    return item


# body
result = same_u(value)

# %% enter-context
# module
import contextlib


@contextlib.contextmanager
def lent_u(item):
    yield item


# body
with contextlib.ExitStack() as stack_u:
    result = stack_u.enter_context(lent_u(value))

# %% total-ordering
# module
import functools


@functools.total_ordering
class Ranked_u:
    def __init__(self, rank, item):
        self.rank, self.item = rank, item

    def __eq__(self, other):
        return self.rank == other.rank

    def __lt__(self, other):
        return self.rank < other.rank


# body
result = max(Ranked_u(1, 1.0), Ranked_u(2, value)).item

# %% cmp-to-key
# module
import functools


# body
result = sorted([(2, 1.0), (1, value)], key=functools.cmp_to_key(lambda one, other: one[0] - other[0]))[0][1]

# %% property-call
# module
class Box_u:
    def __init__(self, held):
        self._held = held

    def _get(self):
        return self._held

    held = property(_get)


# body
result = Box_u(value).held

# %% setattr-computed-names
# module
class Bag_u:
    pass


# body
bag_u = Bag_u()
for name_u, item_u in zip(["a" + str(number) for number in range(2)], [1.0, value]):
    setattr(bag_u, name_u, item_u)
result = bag_u.a1

# %% set-name
# module
class Field_u:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner):
        return getattr(instance, self.name)

    def __set__(self, instance, item):
        setattr(instance, self.name, item)


class Record_u:
    held = Field_u()


# body
record_u = Record_u()
record_u.held = value
result = record_u.held

# %% init-subclass-keyword
# module
class Plugin_u:
    def __init_subclass__(cls, position=0, **others):
        super().__init_subclass__(**others)
        cls.position = position


class Second_u(Plugin_u, position=1):
    pass


# body
result = [1.0, value][Second_u.position]

# %% metaclass-call
# module
class Single_u(type):
    def __call__(cls, *arguments):
        made = super().__call__(*arguments)
        made.marked = True
        return made


class Held_u(metaclass=Single_u):
    def __init__(self, held):
        self.held = held


# body
result = Held_u(value).held

# %% min-default
# body
result = min([], default=value)

# %% max-of-pairs
# body
result = max((1, 1.0), (2, value), key=lambda pair: pair[0])[1]

# %% list-index-method
# body
names_u = ["a", "b", "c"]
result = [1.0, value, 2.0][names_u.index("b")]

# %% list-count-method
# body
result = [1.0, value][["a", "b"].count("b")]

# %% next-iter-values
# body
result = next(iter({"a": value, "b": 1.0}.values()))

# %% pop-item-first
# module
import collections


# body
queue_u = collections.OrderedDict([("a", value), ("b", 1.0)])
result = queue_u.popitem(last=False)[1]

# %% unbound-method-of-list
# body
box_u = []
list.append(box_u, value)
result = list.__getitem__(box_u, 0)

# %% unbound-method-of-dict
# body
table_u = {}
dict.__setitem__(table_u, "a", value)
result = dict.get(table_u, "a")

# %% unbound-method-of-class
# module
class Box_u:
    def __init__(self, held):
        self.held = held

    def open(self):
        return self.held


# body
result = Box_u.open(Box_u(value))

# %% lambda-star
# body
result = (lambda *items, **named: items[0] if items else named["item"])(item=value)

# %% keywords-popped
# module
def taken_u(**options):
    held = options.pop("held")
    return held if not options else None


# body
result = taken_u(held=value)

# %% loop-until-stop-iteration
# body
items_u, found_u = iter([1.0, value]), None
while True:
    try:
        found_u = next(items_u)
    except StopIteration:
        break
result = found_u

# %% rows-to-columns
# body
result = list(map(list, zip(*[[1.0, value], [2.0, 3.0]])))[1][0]

# %% reduce-merges
# module
import functools


# body
result = functools.reduce(lambda one, other: {**one, **other}, [{"a": 1.0}, {"b": value}], {})["b"]

# %% type-call-of-object
# module
class Box_u:
    def __init__(self, held):
        self.held = held


# body
box_u = Box_u(1.0)
result = type(box_u)(value).held

# %% class-attribute-of-self
# module
class Box_u:
    key = "b"

    def pick(self, table):
        return table[self.__class__.key]


# body
result = Box_u().pick({"a": 1.0, "b": value})

# %% super-getattr
# module
class Base_u:
    def __getattr__(self, name):
        return self.__dict__["table"][name]


class Derived_u(Base_u):
    def __init__(self, item):
        self.table = {"held": item}


# body
result = Derived_u(value).held

# %% iterator-class-with-yield-from
# module
class Both_u:
    def __init__(self, *parts):
        self.parts = parts

    def __iter__(self):
        for part in self.parts:
            yield from part


# body
result = list(Both_u([1.0], [value]))[1]

# %% comprehension-over-items-sorted
# body
result = [item for _, item in sorted({"b": value, "a": 1.0}.items(), key=lambda pair: pair[0])][1]

# %% dict-from-keys-and-update
# body
table_u = dict.fromkeys("ab")
table_u.update(b=value)
result = table_u["b"]

# %% string-join-key
# body
result = {"a-b": value}["-".join(["a", "b"])]

# %% template-key
# body
result = {"x1": value}["x{n}".format_map({"n": 1})]

# %% zfill-key
# body
result = {"01": value, "1": 1.0}["1".zfill(2)]

# %% nested-function-default-capture
# module
def makers_u(items):
    return [lambda item=item: item for item in items]


# body
result = makers_u([1.0, value])[1]()

# %% mutual-generator
# module
def evens_u(items):
    for index, item in enumerate(items):
        if index % 2 == 0:
            yield item


def odds_u(items):
    yield from evens_u(items[1:])


# body
result = next(odds_u([1.0, value, 2.0]))

# %% object-with-eq-in-list
# module
class Key_u:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)


# body
result = {Key_u("a"): 1.0, Key_u("b"): value}[Key_u("b")]

# %% equal-objects-removed
# module
class Key_u:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return isinstance(other, Key_u) and self.name == other.name


# body
box_u = [Key_u("a"), value]
box_u.pop(box_u.index(Key_u("a")))
result = box_u[0]

# %% call-with-both-stars
# module
def third_u(one, two, *, three):
    return three


# body
result = third_u(*(1, 2), **{"three": value})

# %% starred-assignment-from-generator
# body
first_u, *rest_u = (item for item in (1.0, value, 2.0))
result = rest_u[0]

# %% augmented-slice-of-attribute
# module
class Bag_u:
    def __init__(self):
        self.items = [1.0]


# body
bag_u = Bag_u()
bag_u.items[0:0] = [value]
result = bag_u.items[0]

# %% nested-attribute-chain
# module
class Node_u:
    pass


# body
node_u = Node_u()
node_u.inner = Node_u()
node_u.inner.inner = Node_u()
node_u.inner.inner.held = value
result = node_u.inner.inner.held

# %% conditional-import
# body
try:
    import json as module_u
except ImportError:
    module_u = None
result = value if module_u is not None else None

# %% local-import
# body
from operator import itemgetter as get_u
result = get_u(1)([1.0, value])

# %% assert-type-narrowing
# body
held_u = {"a": value}
assert isinstance(held_u, dict)
result = held_u["a"]

# %% raise-in-with
# module
import contextlib


class Found_u(Exception):
    pass


# body
found_u = []
with contextlib.suppress(Found_u):
    found_u.append(value)
    raise Found_u
result = found_u[0]

# %% generator-with-try
# module
def guarded_u(items):
    try:
        for item in items:
            yield item
    except GeneratorExit:
        return


# body
result = list(guarded_u([1.0, value]))[1]

# %% unknown-takewhile
# module
import itertools
import sys

DEPTH_u = min(2, sys.maxsize)


# body
result = list(itertools.takewhile(lambda item: True, [value] * DEPTH_u))[0]

# %% unknown-object-list-attribute
# module
import sys

DEPTH_u = min(2, sys.maxsize)


class Bag_u:
    def __init__(self):
        self.items = []


# body
bag_u = Bag_u()
for _ in range(DEPTH_u):
    bag_u.items.append(value)
result = bag_u.items[-1]

# %% unknown-number-of-frames
# module
import sys

DEPTH_u = min(2, sys.maxsize)


def down_u(depth, item, *rest):
    return item if depth == 0 else down_u(depth - 1, item, depth, *rest)


# body
result = down_u(DEPTH_u, value)

# %% unknown-try-in-loop
# module
import sys

DEPTH_u = min(2, sys.maxsize)


# body
held_u = None
for number_u in range(DEPTH_u):
    try:
        if number_u > 5:
            raise ValueError
        held_u = value
    except ValueError:
        pass
result = held_u

# %% unknown-dict-of-objects
# module
import sys

DEPTH_u = min(2, sys.maxsize)


class Slot_u:
    def __init__(self, held):
        self.held = held


# body
table_u = {number: Slot_u(value) for number in range(DEPTH_u)}
result = table_u[1].held
