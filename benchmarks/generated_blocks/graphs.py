"""Generated blocks that return an input, a parameter or one output of `F.moments` beside what is computed.

Whether such a block works is a question of the whole graph: how many operators it has, of which MXNet computes equal
ones once and omits those whose results are thrown away, and which outputs are used.
"""

from __future__ import annotations

import random
from typing import List, Optional

from benchmarks.generated_blocks.block import IMPORTS, Block, indented, marked

_FAILS = "  # fails"
_UNARY = (
    *("F.exp({a})", "F.tanh({a})", "{a} * 2", "-{a}", "{a} + 1", "{a}.relu()", "abs({a})", "F.identity({a})"),
    *("F.transpose({a}, axes=(1, 0))", "F.Activation({a}, act_type='tanh')", "F.BlockGrad({a})", "F.Dropout({a})"),
    *("F.split({a}, num_outputs=3, axis=1)[1]", "F.slice_axis({a}, axis=0, begin=0, end=2)", "F.sum({a}, axis=0)"),
    *("self.dense({a})", "self.active({a})", "self.several({a})", "self.tripled(F, {a})"),
)
_BINARY = ("F.broadcast_add({a}, {b})", "{a} * {b}", "F.concat({a}, {b}, dim=0)", "{a} - {b}")
#: Attributes → the statements of `__init__` that make them.
_ATTRIBUTES = {
    "doubled": ("self.doubled = doubled",),
    "steps": ("self.steps = steps",),
    "dense": ("self.dense = nn.Dense(3)",),
    "active": ('self.active = nn.Dense(3, activation="relu", in_units=3)',),
    "several": (
        "self.several = nn.HybridSequential()",
        "self.several.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))",
    ),
}
#: Parameters of the block → the statement that makes them.
_PARAMETERS = {
    "weight": 'self.weight = self.params.get("weight", shape=(2, 3))',
    "scale": 'self.scale = self.params.get_constant("scale", [[1.0, 2.0, 3.0]])',
}
_HELPER = ["def tripled(self, F, x):", "    unused = x + 1", "    return x * 3", ""]
#: The shapes of `x` and `y`.
_SHAPES = [(3, 3), (2, 3)]


def make(seed: int, number: int) -> Block:
    """The block of this `seed` and `number`."""
    chosen = random.Random(f"graphs {seed} {number}")
    unchanged = chosen.choice(["y", "y", "weight", "scale", "mean", "variance", "variance"])
    names: List[str] = ["x"]
    statements: List[List[str]] = []
    for _ in range(chosen.randint(1, 4)):
        target = f"v{len(names)}"
        statements.append(_statement(chosen, target, names, statements, unchanged))
        names.append(target)
    if unchanged in ("mean", "variance"):
        statements.insert(chosen.randint(0, len(statements)), _moments(chosen, unchanged))
    results = [chosen.choice(names[1:]) for _ in range(chosen.randint(1, 3))]
    if unchanged in ("mean", "variance") and chosen.random() < 0.3:
        results.append("mean" if unchanged == "variance" else "variance")
    lines = [line for statement in statements for line in statement]
    lines.append(f"return {', '.join(results)}, {unchanged}" + _FAILS * (unchanged in ("y", "weight", "scale")))
    text = "\n".join(lines)
    made = [line for name, code in _ATTRIBUTES.items() if f"self.{name}" in text for line in code]
    inputs = ["x", *(["y"] if unchanged == "y" else [])]
    taken = [name for name in _PARAMETERS if name == unchanged]
    made += [_PARAMETERS[name] for name in taken]
    init = [
        "def __init__(self, doubled=True, steps=4, **kwargs):",
        "    super().__init__(**kwargs)",
        *indented(made),
        "",
    ]
    helper = _HELPER if "self.tripled" in text else []
    method = [f"def hybrid_forward(self, F, {', '.join([*inputs, *taken])}):", *indented(lines)]
    body = "\n".join(indented([*init, *helper, *method]))
    src, line = marked(f"{IMPORTS}\n\nclass Net(HybridBlock):\n{body}\n", _FAILS)
    return Block(
        f"graphs-{seed}-{number}",
        "graphs",
        f"{unchanged} beside {len(results)}",
        src,
        repr(_SHAPES[: len(inputs)]),
        line,
    )


def _statement(
    chosen: random.Random, target: str, names: List[str], earlier: List[List[str]], unchanged: str
) -> List[str]:
    """The lines of a statement that computes `target` from some of `names`."""
    expression = _repeated(chosen, earlier) or _expression(chosen, names)
    form = chosen.random()
    if form < 0.15:
        return ["if self.doubled:", f"    {target} = {expression}", "else:", f"    {target} = x * 3"]
    if form < 0.25 and unchanged != "scale":  # how many operators a loop has, the configuration decides
        return [f"{target} = {chosen.choice(names)}", "for _ in range(self.steps):", f"    {target} = {target} * 2"]
    if form < 0.35:
        return [f"parts = [{expression}, {_expression(chosen, names)}]", f"{target} = parts[{chosen.randint(0, 1)}]"]
    return [f"{target} = {expression}"]


def _expression(chosen: random.Random, names: List[str]) -> str:
    one = chosen.choice(names)
    if chosen.random() < 0.75:
        return chosen.choice(_UNARY).format(a=one)
    return chosen.choice(_BINARY).format(a=one, b=one if chosen.random() < 0.7 else chosen.choice(names))


def _repeated(chosen: random.Random, earlier: List[List[str]]) -> Optional[str]:
    """The expression of an earlier statement, at times: an operator that the graph has already."""
    expressions = [statement[0].partition(" = ")[2] for statement in earlier if len(statement) == 1]
    return chosen.choice(expressions) if expressions and chosen.random() < 0.25 else None


def _moments(chosen: random.Random, result: str) -> List[str]:
    """Statements that compute a mean and a variance, and may use the other one than `result`."""
    other = "mean" if result == "variance" else "variance"
    both = chosen.choice(
        [
            [f"mean, variance = F.moments(x, axes=(0,)){_FAILS}"],
            [f"both = F.moments(x, axes=(0,)){_FAILS}", "mean, variance = both[0], both[1]"],
            ["mean = F.moments(x, axes=(0,))[0]", f"variance = F.moments(x, axes=(0,))[1]{_FAILS}"],
            ["mean = F.moments(x, axes=(1,))[0]", f"variance = F.moments(x, axes=(0,))[1]{_FAILS}"],
        ]
    )
    use = chosen.choice([[], [], [f"unused = {other} * 2"], [f"{result} = {result} + {other}"]])
    return both + use
