"""The grammar of statements. Every production adds lines to the program that work imperatively, or raises `Discard`."""

from __future__ import annotations

import re
from typing import Any, Callable, List, Tuple

from benchmarks.generated_blocks.grammar import expressions
from benchmarks.generated_blocks.grammar.expressions import a_name, condition, index_of, number, odd_condition, tensor
from benchmarks.generated_blocks.grammar.program import (
    Discard,
    Program,
    attempt,
    indented,
    is_list,
    is_tensor,
    tensors_in,
)

Production = Callable[[Program], None]


def statement(program: Program) -> None:
    """One more statement."""
    production: Production = program.weighted(_PRODUCTIONS)
    if production in _ODD and not program.oddly(0.8):
        raise Discard
    production(program)


def grow(program: Program, length: int) -> None:
    """Up to so many statements."""
    for _ in range(length):
        attempt(lambda: statement(program), 15)


def reads(lines: List[str], name: str) -> bool:
    """Whether `name` stands in `lines`."""
    return any(re.search(rf"\b{name}\b", line) for line in lines)


def suite(program: Program, length: int, **names: Any) -> Tuple[List[str], List[str]]:
    """The lines of an inner suite, and the names that it assigns."""
    with program.nested(**names) as inner:
        before = list(inner.locals)
        grow(inner, length)
        if not inner.lines:
            raise Discard
        return inner.lines, [n for n in inner.locals if n not in before]


# Plain ones


def _assign(program: Program) -> None:
    value = expressions.tensor_or_list(program)
    if not tensors_in(value.value):
        if not program.oddly():
            raise Discard
    again = program.having(is_tensor)
    name = program.one_of(again).text if program.chance(0.3) else program.fresh()
    program.run(f"{name} = {value.text}")


def _unpack(program: Program) -> None:
    value = expressions.tensor_or_list(program)
    if not is_list(value.value):
        raise Discard
    names = [program.fresh() for _ in value.value]
    if len(names) > 2 and program.chance(0.2):
        names = [names[0], "*" + names[1]]
    program.run(f"{', '.join(names)}{',' if len(names) == 1 else ''} = {value.text}")


def _augmented(program: Program) -> None:
    """`a += …` of a whole number."""
    names = expressions.whole_numbers(program)
    program.run(f"{program.one_of(names).text} {program.one_of(['+', '-', '*'])}= {program.one_of([1, 2])}")


def _number(program: Program) -> None:
    texts = ["2", "3", "self.units", "self.units // 2", "0.5", "self.scale", "1", "int(np.prod((2, 2)))", "-1"]
    texts += [f"len({t.text})" for t in program.having(is_list)] + [
        f"{t.text} + 1" for t in expressions.whole_numbers(program)
    ]
    texts += [
        "np.sqrt(self.units)",
        "self.units * 2.0",
        "max(self.units, 2)",
        "self.kind",
        "self.flag",
        "None",
        "(2, 3)",
    ]
    program.run(f"{program.fresh()} = {program.one_of(texts)}")


def _collection(program: Program) -> None:
    """A list, tuple or dict of arrays."""
    items = [tensor(program, 1).text for _ in range(program.one_of([1, 2, 3]))]
    kind = program.one_of(["list", "tuple", "dict", "dict()"])
    keys = ["first", "second", "third"]
    text = {
        "list": f"[{', '.join(items)}]",
        "tuple": f"({', '.join(items)},)",
        "dict": "{" + ", ".join(f"{key!r}: {item}" for key, item in zip(keys, items)) + "}",
        "dict()": f"dict({', '.join(f'{key}={item}' for key, item in zip(keys, items))})",
    }[kind]
    program.run(f"{program.fresh()} = {text}")


def _alias(program: Program) -> None:
    program.run(f"{program.fresh()} = {a_name(program).text}")


def _lambda(program: Program) -> None:
    with program.nested(n=a_name(program).value) as inner:
        body = tensor(inner, 1).text
    if not reads([body], "n"):
        raise Discard
    program.run(f"{program.fresh()} = lambda n: {body}")


def _comprehension(program: Program) -> None:
    found = program.one_of(program.having(is_list))
    with program.nested(n=found.value[0]) as inner:
        body = tensor(inner, 1).text
    made = [f"[{body} for n in {found.text}]", f"[{body} for n in {found.text} if self.flag]"]
    made += [f"[{body} for _, n in enumerate({found.text})]", f"[{body} for n in reversed({found.text})]"]
    made += [f"[n * i for i, n in enumerate({found.text})]", f"[n + m for n, m in zip({found.text}, {found.text})]"]
    made += ["{i: n for i, n in enumerate(LIST)}".replace("LIST", found.text), f"tuple({body} for n in {found.text})"]
    made += [f"list(map(lambda n: {body}, {found.text}))", f"list(map(F.relu, {found.text}))"]
    program.run(f"{program.fresh()} = {program.one_of(made)}")


def _print(program: Program) -> None:
    texts = ["print('here')", "assert self.units > 0", "print(f'{self.units} units')", "assert self.kind, 'no kind'"]
    texts += [f"assert len({t.text}) > 0" for t in program.having(is_list)]
    texts += [f"assert {t.text} is not None" for t in program.having(is_tensor)[:2]]
    program.run(program.one_of(texts))


# Branches and loops


def _if(program: Program) -> None:
    _branch(program, condition(program))


def _odd_if(program: Program) -> None:
    _branch(program, odd_condition(program))


def _branch(program: Program, test: str) -> None:
    lines, names = suite(program, 2)
    text = [f"if {test}:", *indented(lines)]
    if names or program.chance(0.7):
        others = [f"{name} = {tensor(program, 1).text}" for name in names] or suite(program, 1)[0]
        text += ["else:", *indented(others)]
    program.run("\n".join(text))


def _early_return(program: Program) -> None:
    test = odd_condition(program) if program.oddly(0.3) else condition(program)
    if program.value(f"bool({test})"):
        test = f"not ({test})"
    result = tensor(program, 1).text
    program.run(f"if {test}:\n    pass")
    program.lines[-1:] = [f"    return {result}"]


def _accumulate(program: Program) -> None:
    """A list that is filled in a loop."""
    name, source = program.fresh(), program.having(is_list)
    header, names = _loop_over(program, source)
    with program.nested(**names) as inner:
        lines: List[str] = []
        if program.chance(0.5):
            grow(inner, 1)
            lines = inner.lines
        item = tensor(inner, 1)
    program.run("\n".join([f"{name} = []", header, *indented([*lines, f"{name}.append({item.text})"])]))


def _for(program: Program) -> None:
    header, names = _loop_over(program, program.having(is_list))
    target = a_name(program)
    with program.nested(**names) as inner:
        if program.chance(0.4):
            grow(inner, 1)
        value = tensor(inner, 2)
        lines = [*inner.lines, f"{target.text} = {value.text}"]
    if program.chance(0.2):
        lines += [f"if {condition(program)}:", "    " + program.one_of(["break", "continue"])]
    program.run("\n".join([header, *indented(lines)]))


def _loop_over(program: Program, lists: List[Any]) -> Tuple[str, Any]:
    kinds = ["range", "range", "layers", "numbers"] + ["list", "enumerate", "zip"] * bool(lists)
    kind = program.one_of(kinds)
    count = program.one_of(["2", "3", "self.units", "1"])
    name, other = program.fresh(), program.fresh()
    if kind == "range":
        return f"for {name} in range({count}):", {name: 0}
    if kind == "layers":
        if not getattr(program.names.get("self"), "layers", None):
            raise Discard
        return f"for {name} in self.layers:", {name: program.names["self"].layers[0]}
    if kind == "numbers":
        return f"for {name} in (1, 2):", {name: 1}
    found = program.one_of(lists)
    first = found.value[0]
    if kind == "list":
        return f"for {name} in {found.text}:", {name: first}
    if kind == "enumerate":
        return f"for {name}, {other} in enumerate({found.text}):", {name: 0, other: first}
    return f"for {name}, {other} in zip({found.text}, {program.one_of(lists).text}):", {name: first, other: first}


def _while(program: Program) -> None:
    name = program.fresh()
    lines, _ = suite(program, 1, **{name: 0})
    if any(re.search(rf"\b{name}\b[^=<>!]*=[^=]|\b{name}\b in\b", line) for line in lines):
        raise Discard  # it would never end
    program.run(
        "\n".join([f"{name} = 0", f"while {name} < {program.one_of([2, 3])}:", *indented([*lines, f"{name} += 1"])])
    )


def _over_tensor(program: Program) -> None:
    """A loop over an array, which has rows imperatively."""
    found, name = tensor(program, 1), program.fresh()
    with program.nested(**{name: found.value[0]}) as inner:
        body = tensor(inner, 1).text
    total = program.fresh()
    headers = [
        f"for {name} in {found.text}:",
        f"for _, {name} in enumerate({found.text}):",
        f"for {name} in list({found.text}):",
    ]
    program.run("\n".join([f"{total} = []", program.one_of(headers), f"    {total}.append({body})"]))


# Functions


def _helper(program: Program) -> None:
    """A call of a function of the module, or of a method, that is grown for these very arguments."""
    given = [tensor(program, 1) for _ in range(program.one_of([1, 1, 2]))]
    method = program.chance(0.5)
    parameters = ["first", "second"][: len(given)]
    optional = program.one_of(["", "", "factor=2", "*others", "**options"])
    names = {"F": program.names["F"], "self": program.names["self"]}
    inner = Program(program.choose, {**_module(program), **names}, program.odd)
    inner.locals = list(parameters)
    inner.functions, inner.methods = program.functions, program.methods
    inner.names.update(zip(parameters, (t.value for t in given)))
    if optional == "factor=2":
        inner.names["factor"] = 2
        inner.locals.append("factor")
    grow(inner, program.one_of([1, 2]))
    program.odd = inner.odd
    lines = [*inner.lines, "return " + returned(inner)]
    if not all(reads(lines, parameter) for parameter in parameters):
        raise Discard  # what is handed over would be lost, and with it all that went into it
    if not method and any("self." in line for line in lines):
        raise Discard
    name = f"_helper{len(program.methods)}" if method else f"helper{len(program.functions)}"
    signature = ", ".join([*(["self", "F"] if method else ["F"]), *parameters, *([optional] if optional else [])])
    text = "\n".join([f"def {name}({signature}):", *indented(lines)])
    callee = f"self.{name}" if method else name
    try:
        exec(text, program.names)
        if method:
            setattr(type(program.names["self"]), name, program.names.pop(name))
    except Exception as error:
        raise Discard from error
    arguments = [t.text for t in given]
    if optional == "factor=2" and program.chance(0.5):
        arguments.append(program.one_of(["3", "factor=0.5", "self.units"]))
    elif optional == "*others" and program.chance(0.5):
        arguments.append(program.one_of(["*[1, 2]", "3"]))
    elif len(given) == 2 and program.chance(0.2):
        arguments[1] = f"second={arguments[1]}"
    program.run(f"{program.fresh()} = {callee}({', '.join(['F', *arguments])})")
    (program.methods if method else program.functions).append(text)


def _module(program: Program) -> Any:
    """The names of the module, without the locals."""
    return {name: value for name, value in program.names.items() if name not in program.locals}


def _closure(program: Program) -> None:
    name = program.fresh()
    with program.nested(n=a_name(program).value) as inner:
        body = tensor(inner, 2).text
    if not reads([body], "n"):
        raise Discard
    program.run("\n".join([f"def {name}(n):", f"    return {body}"]))
    program.run(f"{program.fresh()} = {name}({tensor(program, 1).text})")


def _foreach(program: Program) -> None:
    data, state = tensor(program, 1), a_name(program)
    with program.nested(row=data.value[0], state=state.value) as inner:
        output = tensor(inner, 2).text
        if "row" not in output and not program.oddly(0.3):
            output = "row * 2"
        after = tensor(inner, 1)
        if after.value.shape != state.value.shape:
            after = attempt(
                lambda: inner.one_of(t for t in inner.having(is_tensor) if t.value.shape == state.value.shape)
            )
    body, outputs, last = program.fresh(), program.fresh(), program.fresh()
    lines = [f"def {body}(row, state):", f"    return {output}, {after.text}"]
    lines += [f"{outputs}, {last} = F.contrib.foreach({body}, {data.text}, {state.text})"]
    program.run("\n".join(lines))


def _cond(program: Program) -> None:
    one = tensor(program, 1)
    others = [t for t in program.having(is_tensor) if t.value.shape == one.value.shape]
    other = program.one_of(others)
    result, test = program.fresh(), f"{a_name(program).text}.sum() > 0"
    program.run(f"{result} = F.contrib.cond({test}, lambda: {one.text}, lambda: {other.bare} * 2)")


def _while_loop(program: Program) -> None:
    state, result, last = a_name(program), program.fresh(), program.fresh()
    # The rows that no step writes are undefined in both phases: they are not looked at.
    lines = [f"{result}, {last} = F.contrib.while_loop("]
    lines += ["    cond=lambda i, s: i < 3,", "    func=lambda i, s: ([s * 2], [i + 1, s + 1]),"]
    lines += [f"    loop_vars=[F.zeros((1,)), {state.text}],", "    max_iterations=4,", ")"]
    program.run("\n".join(lines))
    program.locals.remove(result)


# Odd ones


def _in_place(program: Program) -> None:
    target = a_name(program)
    other = program.one_of([number(program).text, tensor(program, 1).text])
    program.run(f"{target.text} {program.one_of(['+', '-', '*', '/', '%', '**', '+'])}= {other}")


def _assign_item(program: Program) -> None:
    target = a_name(program)
    index = index_of(program, target.value.shape)
    program.run(f"{target.text}[{index}] {program.one_of(['=', '=', '+=', '*='])} {number(program).text}")


def _out(program: Program) -> None:
    target = a_name(program)
    made = [
        f"F.relu({target.text}, out={target.text})",
        f"{target.text}.exp(out={target.text})",
        f"F.exp({a_name(program).text}, out={target.text})",
    ]
    program.run(program.one_of(made))
    program.run(f"{program.fresh()} = {target.text} + 1")


def _over_lives(program: Program) -> None:
    name = a_name(program).text
    texts = [
        f"{name}.wait_to_read()",
        f"print({name})",
        f"print({name}.shape)",
        f"assert {name}.shape[0] > 0",
        f"n = {name}.shape",
    ]
    texts += [
        f"b, c = {name}.shape",
        f"print(f'{{{name}}}')",
        f"assert isinstance({name}, nd.NDArray)",
        f"b = {name}.shape[-1]",
    ]
    texts += [
        f"n = len({name})",
        f"b = {name}.dtype",
        f"print({name}.context)",
        f"{name}.attach_grad()",
        f"n, *_ = {name}.shape",
    ]
    texts += [
        f"b = '%s' % {name}",
        f"del {name}[0]",
        f"c = {name}.asnumpy().mean()",
        f"b, c = {name}",
        f"n = int({name}.sum())",
    ]
    text = program.one_of(texts)
    program.run(text)
    for length in sorted(set(re.findall(r"\b[nbc]\b", text.partition(" = ")[0])) & set(program.locals)):
        if type(program.names[length]) is int:
            program.run(f"{program.fresh()} = {name} * {length}")


def _state(program: Program) -> None:
    name = a_name(program).text
    texts = ["self.counter += 1", f"self.last = {name}", "self.flag = not self.flag", f"self.seen.append({name})"]
    texts += [
        f"self.table['last'] = {name}",
        "self.scale = self.scale * 2",
        f"setattr(self, 'kept', {name})",
        "self.units = 4",
    ]
    program.run(program.one_of(texts))
    if program.chance(0.5):
        program.run(f"{program.fresh()} = {name} * {program.one_of(['self.counter', 'self.scale', '2'])}")


def _try(program: Program) -> None:
    lines, names = suite(program, 1)
    if program.chance(0.5):
        lines += [
            attempt(
                lambda: f"{program.fresh()} = {expressions.calls.imperative_attribute(program, a_name(program)).text}"
            )
        ]
    handler = program.one_of(
        ["except Exception:", "except AttributeError:", "except (TypeError, ValueError):", "except ZeroDivisionError:"]
    )
    others = [f"{name} = {a_name(program).text}" for name in names] or ["pass"]
    program.run("\n".join(["try:", *indented([line for line in lines if line]), handler, *indented(others)]))


def _with(program: Program) -> None:
    header = program.one_of(
        ["autograd.pause()", "autograd.train_mode()", "autograd.predict_mode()", "mx.cpu()", "self.name_scope()"]
    )
    lines, _ = suite(program, 1)
    program.run("\n".join([f"with {header}:", *indented(lines)]))


def _starred(program: Program) -> None:
    found = program.one_of(program.having(is_list))
    names = [program.fresh() for _ in range(2)]
    program.run(f"{names[0]}, *{names[1]} = {found.text}")


def returned(program: Program) -> str:
    """What the function returns: all that nothing else has read, in some structure."""
    names = program.unread()
    if not names:
        return tensor(program, 1).text
    if program.oddly(0.15):
        odd = [
            "{'result': %s}",
            "(%s, 1)",
            "(%s, None)",
            "[%s, []]",
            "str(%s)",
            "%s.asnumpy()",
            "[%s, 'a']",
            "(%s, self.flag)",
        ]
        text: str = program.one_of(odd) % names[0]
        program.value(text)
        return text
    only_arrays = all(is_tensor(program.names[name]) for name in names)
    names = [f"list({n}.values())" if isinstance(program.names[n], dict) else n for n in names]
    if len(names) == 1:
        return names[0] if program.chance(0.6) else f"{program.one_of(['(%s,)', '[%s]', '%s'])}" % names[0]
    made: List[str] = [", ".join(names), f"[{', '.join(names)}]", f"({names[0]}, [{', '.join(names[1:])}])"]
    if only_arrays:
        made.append(" + ".join(f"F.sum({name})" for name in names))
    return program.one_of(made)  # type: ignore[no-any-return]


_PRODUCTIONS: List[Tuple[float, Production]] = [
    (30, _assign), (6, _unpack), (1, _augmented), (4, _number), (4, _collection), (2, _alias), (0.7, _lambda),
    (4, _comprehension), (2, _print), (5, _if), (2, _early_return), (4, _accumulate), (4, _for), (1, _while),
    (4, _helper), (2, _closure), (1.5, _foreach), (0.5, _cond), (0.7, _while_loop), (1, _starred),
    (3, _odd_if), (2, _over_tensor), (2.5, _in_place), (1.2, _assign_item), (0.7, _out), (3, _over_lives),
    (2, _state), (1.5, _try), (1, _with),
]  # fmt: skip
_ODD = (_odd_if, _over_tensor, _in_place, _assign_item, _out, _over_lives, _state, _try, _with)
