"""The grammar of expressions. Every production gives a `Term`, which has been evaluated, or raises `Discard`."""

from __future__ import annotations

from typing import Callable, List, Tuple

import mxnet as mx

from benchmarks.generated_blocks.grammar import calls
from benchmarks.generated_blocks.grammar.program import Discard, Program, Term, is_list, is_tensor

Production = Callable[[Program, int], Term]


def tensor(program: Program, depth: int = 2) -> Term:
    """An expression whose imperative value is an array."""
    for _ in range(12):
        try:
            found = _grown(program, depth)
        except Discard:
            continue
        if is_list(found.value):
            found = program.term(f"{found.bare}[{program.choose.randrange(len(found.value))}]")
        if is_tensor(found.value):
            return found
    return a_name(program)


def tensor_or_list(program: Program, depth: int = 2) -> Term:
    """As it comes: operators with several outputs give a list of arrays."""
    return _grown(program, depth)


def a_name(program: Program) -> Term:
    """A local that holds an array."""
    found: Term = program.one_of(program.having(is_tensor))
    return found


def _grown(program: Program, depth: int) -> Term:
    if depth <= 0:
        return a_name(program)
    production: Production = program.weighted(_PRODUCTIONS)
    if production in _ODD and not program.oddly(0.8):
        raise Discard
    return production(program, depth - 1)


# Operators


def _call(program: Program, depth: int) -> Term:
    return calls.operator_call(program, lambda: tensor(program, depth if program.chance(0.4) else 0))


def _with_number(program: Program, depth: int) -> Term:
    operand, other = tensor(program, depth), number(program)
    symbol = program.one_of(["+", "-", "*", "/", "*", "+", "**", "%", ">", "<", "==", ">=", "!="])
    if program.chance(0.25):
        return program.term(f"{other.bare} {symbol} {operand.bare}", False)
    return program.term(f"{operand.bare} {symbol} {other.bare}", False)


def _of_two(program: Program, depth: int) -> Term:
    """`x + y`, of one shape."""
    left = tensor(program, depth)
    alike = [
        t for t in program.having(is_tensor) if t.value.shape == left.value.shape and t.value.dtype == left.value.dtype
    ]
    right = program.one_of(alike or [left])
    symbol = program.one_of(["+", "-", "*", "/", "+", "*", "-", ">", "==", "<=", "%", "**"])
    return program.term(f"{left.bare} {symbol} {right.bare}", False)


def _broadcast(program: Program, depth: int) -> Term:
    """`x + y`, of any two shapes."""
    left, right = tensor(program, depth), tensor(program, depth)
    return program.term(f"{left.bare} {program.one_of(['+', '-', '*', '/', '>'])} {right.bare}", False)


def _broadcast_operator(program: Program, depth: int) -> Term:
    left, right = tensor(program, depth), tensor(program, depth)
    name = program.one_of(["add", "sub", "mul", "div", "maximum", "greater", "minimum", "power", "like"])
    return program.term(f"F.broadcast_{name}({left.text}, {right.text})")


def _unary(program: Program, depth: int) -> Term:
    operand = tensor(program, depth)
    return program.term(program.one_of([f"-{operand.bare}", f"abs({operand.text})"]), False)


# Subscripts


def index_of(program: Program, shape: Tuple[int, ...]) -> str:
    """What may stand between the brackets of an array of this shape."""

    def whole(length: int) -> str:
        return str(program.choose.randrange(-length, length))

    def part(length: int) -> str:
        start, stop = program.one_of(["", "0", "1", "-1"]), program.one_of(["", "1", "2", "-1", str(length)])
        return f"{start}:{stop}" + program.one_of(["", "", "", ":2", ":-1"])

    def one(length: int) -> str:
        return program.one_of([whole, part])(length)  # type: ignore[no-any-return]

    kind = program.one_of(["int", "slice", "tuple", "tuple", "none", "ellipsis", "all", "name", "tensor", "list"])
    if kind == "int":
        return whole(shape[0])
    if kind == "slice":
        return part(shape[0])
    if kind == "none":
        return program.one_of(["None", ":, None", "None, 0", "..., None"])  # type: ignore[no-any-return]
    if kind == "ellipsis":
        return program.one_of(["...", "..., 0", "..., :1", f"..., {whole(shape[-1])}"])  # type: ignore[no-any-return]
    if kind == "all":
        return ":"
    if kind == "name":
        return program.one_of(whole_numbers(program)).text  # type: ignore[no-any-return]
    if kind == "tensor":
        return a_name(program).text
    if kind == "list":
        return "[0, 1]"
    return ", ".join(one(length) if program.chance(0.7) else ":" for length in shape[: program.one_of([2, 2, 3])])


def _subscript(program: Program, depth: int) -> Term:
    receiver = tensor(program, depth)
    return program.term(f"{receiver.bare}[{index_of(program, receiver.value.shape)}]")


def _of_list(program: Program, depth: int) -> Term:
    """Of a list of arrays: an element, a part, another list."""
    found = program.one_of(program.having(is_list))
    length = len(found.value)
    index = program.one_of([0, -1, program.choose.randrange(-length, length)])
    texts = [
        f"{found.text}[{index}]",
        f"{found.text}[{index}]",
        f"F.concat(*{found.text}, dim={program.one_of([0, 1, -1])})",
    ]
    texts += [f"F.stack(*{found.text})", f"F.add_n(*{found.text})", f"sum({found.text})", f"{found.text}[1:]"]
    texts += [f"list({found.text})", f"tuple({found.text})", f"{found.text}[::-1]", f"F.stack(*{found.text}, axis=1)"]
    texts += [f"[F.relu(n) for n in {found.text}]", f"list(reversed({found.text}))", f"{found.text}[:-1]"]
    return program.term(program.one_of(texts))


def _of_dict(program: Program, depth: int) -> Term:
    found = program.one_of(program.having(lambda v: isinstance(v, dict) and bool(v)))
    key = program.one_of(found.value)
    return program.term(
        program.one_of([f"{found.text}[{key!r}]", f"{found.text}.get({key!r})", f"list({found.text}.values())"])
    )


# Shapes


def _reshape(program: Program, depth: int) -> Term:
    receiver = tensor(program, depth)
    shape = calls.shape_for(program, receiver.value.shape)
    spelt = [f"{receiver.bare}.reshape({shape})", f"F.reshape({receiver.text}, shape={shape})"]
    spelt += [f"{receiver.bare}.reshape(shape={shape})", f"F.reshape({receiver.text}, {shape})"]
    if len(shape) == 1:
        spelt.append(f"{receiver.bare}.reshape({shape[0]})")
    return program.term(program.one_of(spelt))


def _reshape_loosely(program: Program, depth: int) -> Term:
    """The dimensions one by one, or on the left side of a tensor's own."""
    receiver = tensor(program, depth)
    shape = calls.shape_for(program, receiver.value.shape)
    inner = ", ".join(map(str, shape))
    spelt = [
        f"{receiver.bare}.reshape({inner})",
        f"{receiver.bare}.reshape(*{shape})",
        f"{receiver.bare}.transpose({inner})",
    ]
    axes = ", ".join(str(axis) for axis in calls.permutation(program, receiver.value.shape))
    spelt += [f"{receiver.bare}.transpose({axes})", f"F.transpose({receiver.text}, ({axes}))"]
    return program.term(program.one_of(spelt))


# The surroundings


def _child(program: Program, depth: int) -> Term:
    """`self.dense(x)`."""
    block = program.names.get("self")
    if block is None:
        raise Discard
    names = [n for n, v in vars(block).items() if isinstance(v, mx.gluon.Block) and not n.startswith("_")]
    return program.term(f"self.{program.one_of(names)}({tensor(program, depth).text})")


def _conditional(program: Program, depth: int) -> Term:
    test = condition(program)
    yes, no = tensor(program, depth), tensor(program, 0)
    return program.term(f"{yes.bare} if {test} else {no.bare}", False)


def _constant(program: Program, depth: int) -> Term:
    """A constant of a literal shape beside a tensor."""
    shape = program.one_of([(1,), (1, 1), a_name(program).value.shape])
    made = program.one_of(
        ["F.ones({})", "F.zeros({})", "F.full({}, 2)", "F.random.uniform(shape={})", "F.random.normal(0, 1, {})"]
    )
    other = tensor(program, depth)
    combined = program.one_of(["F.broadcast_mul({}, {})", "F.broadcast_add({}, {})", "F.concat({}, {}, dim=0)"])
    return program.term(combined.format(other.text, made.format(shape)))


def _local_function(program: Program, depth: int) -> Term:
    found = [n for n in program.locals if getattr(program.names.get(n), "__name__", "") == "<lambda>"]
    return program.term(f"{program.one_of(found)}({tensor(program, depth).text})")


# Odd ones


def _attribute(program: Program, depth: int) -> Term:
    return calls.imperative_attribute(program, a_name(program))


def _with_something(program: Program, depth: int) -> Term:
    """An operand that is no tensor of the graph."""
    operand = tensor(program, depth)
    others = [
        "nd.ones((1,))",
        "mx.nd.array([2.0])",
        "np.float32(2)",
        "np.sqrt(8)",
        "True",
        "random.random()",
        "np.ones(1)",
    ]
    others += [
        "self.flag",
        "np.random.rand()",
        "float(np.prod((2, 3)))",
        f"np.ones({operand.value.shape})",
        "None",
        "'a'",
    ]
    others += [f"nd.ones({operand.value.shape})", "autograd.is_training()", "(operand is None)", "len(operand)"]
    other = program.one_of(others).replace("operand", operand.bare)
    symbol = program.one_of(["*", "+", "-", "/", "=="])
    if program.chance(0.3):
        return program.term(f"{other} {symbol} {operand.bare}", False)
    return program.term(f"{operand.bare} {symbol} {other}", False)


def _of_another_library(program: Program, depth: int) -> Term:
    operand = tensor(program, depth).text
    made = ["np.tanh({})", "nd.relu({})", "mx.nd.exp({})", "np.concatenate([{}, {}])", "nd.concat({}, {}, dim=0)"]
    made += [
        "max({}, 0)",
        "round({})",
        "bool({})",
        "float({})",
        "len({})",
        "isinstance({}, nd.NDArray)",
        "hash({})",
        "str({})",
    ]
    made += [
        "type({})",
        "list({})",
        "tuple({})",
        "sum({})",
        "[n * 2 for n in {}]",
        "next(iter({}))",
        "set([{}])",
        "id({})",
    ]
    return program.term(program.one_of(made).replace("{}", operand))


def _truth(program: Program, depth: int) -> Term:
    one, other = a_name(program).text, a_name(program).text
    made = ["{} or {}", "{} and {}", "not {}", "{} if {} is None else {}", "{} is {}", "{} == {}", "0 < {} < 1"]
    return program.term(program.one_of(made).replace("{}", one, 1).replace("{}", other), False)


# Numbers and tests


def whole_numbers(program: Program) -> List[Term]:
    return program.having(lambda v: type(v) is int and abs(v) < 10)


def number(program: Program) -> Term:
    """A Python number."""
    if program.chance(0.3):
        locals_ = program.having(lambda v: type(v) in (int, float))
        attributes = [Term(f"self.{n}", v) for n, v in vars(program.names["self"]).items() if type(v) in (int, float)]
        attributes = [term for term in attributes if not term.text.startswith("self._")]
        chosen = program.one_of([*locals_, *attributes] or [Term("2", 2)])
        return Term(*chosen)
    return Term(program.one_of(["2", "0.5", "1", "3", "1.5", "0", "-1", "1e-6"]), None)


def condition(program: Program) -> str:
    """A test that asks for the configuration, a None, a length."""
    options = [
        "self.flag",
        "not self.flag",
        "self.kind == 'first'",
        "self.units > 3",
        "self.kind in ('first', 'third')",
    ]
    options += ["self.flag and self.units == 4", "self.scale is not None", "self.flag or self.kind == 'second'"]
    options += [f"{t.text} is not None" for t in program.having(is_tensor)[:2]]
    options += [f"{n} is None" for n in program.locals if program.names.get(n) is None]
    options += [f"len({t.text}) > 1" for t in program.having(is_list)]
    options += [f"{t.text} > 1" for t in whole_numbers(program)]
    options += [f"isinstance({t.text}, (list, tuple))" for t in program.having(is_list)]
    text: str = program.one_of(options)
    program.value(text)
    return text


def odd_condition(program: Program) -> str:
    """A test that asks a tensor, or in which life it runs."""
    name = a_name(program).text
    options = [
        "F is mx.nd",
        "F is nd",
        f"isinstance({name}, nd.NDArray)",
        f"hasattr({name}, 'shape')",
        f"{name}.shape[0] > 1",
    ]
    options += [
        f"{name}.sum() > 0",
        f"({name} > 0).sum() >= 0",
        f"{name} is not None and {name}.ndim > 1",
        "autograd.is_training()",
    ]
    options += ["autograd.is_recording()", f"isinstance({name}, mx.sym.Symbol)", f"len({name}) > 1", f"not {name}.size"]
    options += [
        f"type({name}) is nd.NDArray",
        "'ndarray' in F.__name__",
        f"{name}[0].sum() > 0",
        f"{name}.max().asscalar() > 0",
    ]
    options += [
        "self.weight is not None",
        "isinstance(F, type(mx))",
        f"{name} in [{name}]",
        "F is mx.sym",
        "random.random() < 0.5",
    ]
    text: str = program.one_of(options)
    if not isinstance(program.value(f"bool({text})"), bool):
        raise Discard
    return text


_PRODUCTIONS: List[Tuple[float, Production]] = [
    (30, _call), (10, _with_number), (8, _of_two), (3, _broadcast_operator), (3, _unary), (5, _reshape), (6, _child),
    (4, _of_list), (2, _of_dict), (2, _conditional), (3, _constant), (3, _local_function), (2, _subscript),
    (2, _broadcast), (1.2, _reshape_loosely), (0.8, _attribute), (1, _with_something), (1, _of_another_library),
    (0.4, _truth),
]  # fmt: skip
_ODD = (_subscript, _broadcast, _reshape_loosely, _attribute, _with_something, _of_another_library, _truth)
