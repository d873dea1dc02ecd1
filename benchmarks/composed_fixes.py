"""What fixes make of generated blocks with one to five different failures, judged by MXNet.

    python benchmarks/composed_fixes.py [--seed 1] [--count 100] [--show]

The failures (`FAILURES`) have generated names, axes and numbers, and stand in one `hybrid_forward`, in a loop, a branch
by a hyperparameter, or a helper method. Counted are the failing lines that the linter names, the blocks that are green
after all fixes (the imperative outputs of the original; the check passes), and the safe fixes that change an imperative
output. For each block a second run must change nothing and every comment must remain, otherwise the exit code is 1.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import random
import sys
import textwrap
from typing import Any, Dict, List, Tuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from benchmarks import truth_fixes
from hybridlint.analysis import analyse
from hybridlint.fixes.source import comments_in
from hybridlint.fixing import fix

#: A failure: its lines, which compute `{r}` from `{v}`, a tensor of shape (2, 3, 4) with positive numbers, and lines of
#: the constructor. A line that fails ends with `#!`. `{n}` is a small number, `{t}`, `{u}` are names, `{a}` is an axis.
FAILURES: Dict[str, Tuple[str, str]] = {
    "nd function": ("{r} = mx.nd.relu({v}) * {n}  #!", ""),
    "nd function of an import": ("{r} = nd.concat({v}, {v} + 1, dim=1)  #!", ""),
    "nd-only function": ("{r} = F.add({v}, {n})  #!", ""),
    "nd-only method": ("{t} = {v}.copy()  #!\n{r} = {t} * 2", ""),
    "detach": ("{r} = {v}.detach() * {v}  #!", ""),
    "transposed": ("{t} = F.reshape({v}, (-1, 4))\n{r} = {t}.T  #!", ""),
    "broadcasting": ("{r} = {v} / {v}.sum(axis={a}, keepdims=True)  #!", ""),
    "broadcasting a mean": ("{t} = F.mean({v}, axis={a}, keepdims=True)\n{r} = {v} - {t}  #!", ""),
    "comparison that broadcasts": ("{r} = {v} > {v}.mean(axis={a}, keepdims=True)  #!", ""),
    "reshape by lengths": ("{r} = {v}.reshape(({v}.shape[0], -1))  #!", ""),
    "reshape by unpacked lengths": ("b, c, d = {v}.shape  #!\n{r} = {v}.reshape((b, c * d))", ""),
    "reshape by a named length": ("{t} = {v}.shape[0]  #!\n{r} = F.reshape({v}, shape=({t}, 2, -1))", ""),
    "reshape by a product": ("{r} = F.reshape({v}, ({v}.shape[0] * {v}.shape[1], 4))  #!", ""),
    "reshape by positions": ("{r} = {v}.reshape(-1, 2)  #!", ""),
    "reshape like": ("{t} = {v}.reshape((0, -1))\n{r} = {t}.reshape({v}.shape)  #!", ""),
    "zeros of a shape": ("{r} = F.zeros({v}.shape) + {v}  #!", ""),
    "ones of a length": ("{r} = F.ones(({v}.shape[0], 5))  #!", ""),
    "arange of a length": ("{r} = F.arange({v}.shape[1]) * {n}  #!", ""),
    "slice to a length": ("{r} = {v}[:, : {v}.shape[1] - 1]  #!", ""),
    "slice axis to a length": ("{r} = F.slice_axis({v}, axis=1, begin=1, end={v}.shape[1])  #!", ""),
    "tile by a length": ("{t} = {v}.sum(axis=0, keepdims=True)\n{r} = F.tile({t}, ({v}.shape[0], 1, 1))  #!", ""),
    "repeat by a length": ("{t} = F.ones((1, 4))\n{r} = F.repeat({t}, repeats={v}.shape[0], axis=0)  #!", ""),
    "broadcast to a shape": ("{r} = F.broadcast_to({v}.mean(axis=1, keepdims=True), {v}.shape)  #!", ""),
    "divided by a length": ("{r} = {v}.sum(axis=1) / {v}.shape[1]  #!", ""),
    "scaled by the root of a length": ("{r} = {v} / math.sqrt({v}.shape[-1])  #!", ""),
    "size": ("{r} = {v} / {v}.size  #!", ""),
    "loop over an axis": (
        "{t} = []\nfor i in range({v}.shape[1]):  #!\n    {t}.append(F.slice_axis({v}, axis=1, begin=i, end=i + 1))\n"
        "{r} = F.concat(*{t}, dim=1)",
        "",
    ),
    "loop over rows": ("{t} = F.reshape({v}, (6, 4))\n{r} = 0\nfor row in {t}:  #!\n    {r} = {r} + row * {n}", ""),
    "loop over rows of an input": ("{r} = 0\nfor row in {v}:  #!\n    {r} = {r} + row * {n}", ""),
    "stack of a comprehension": ("{r} = F.stack(*[F.relu(one) * {n} for one in {v}])  #!", ""),
    "first": ("{r} = {v}[0]  #!", ""),
    "last": ("{r} = {v}[:, -1]  #!", ""),
    "column": ("{r} = {v}[:, {a}]  #!", ""),
    "slice": ("{r} = {v}[:, 1:]  #!", ""),
    "ellipsis": ("{r} = {v}[..., 0]  #!", ""),
    "new axis": ("{r} = {v}[:, None]  #!", ""),
    "step": ("{r} = {v}[:, ::2]  #!", ""),
    "several items": ("{r} = {v}[:, 0, 1:3]  #!", ""),
    "asscalar": ("{t} = {v}.sum().asscalar()  #!\n{r} = {v} / {t}", ""),
    "float of asscalar": ("{r} = {v} * float({v}.max().asscalar())  #!", ""),
    "asnumpy": ("{t} = float({v}.asnumpy().mean())  #!\n{r} = {v} - {t}", ""),
    "context": ("{r} = {v}.as_in_context({v}.context) + {n}  #!", ""),
    "maximum": ("{r} = max({v}.sum(), {v}.max())  #!", ""),
    "maximum of a number": ("{r} = max({v}.sum(), {n})  #!", ""),
    "in place": ("{r} = F.relu({v})\n{r} += {n}  #!", ""),
    "in place twice": ("{r} = {v} * 1\n{r} *= 2  #!\n{r} -= {v}  #!", ""),
    "item assignment": ("{r} = F.relu({v})\n{r}[:, 0] = {n}  #!", ""),
    "slice assignment": ("{r} = {v} * 1\n{r}[:, 1:] = 0  #!", ""),
    "masked assignment": ("{r} = {v} * 1\n{r}[{v} > 1] = {n}  #!", ""),
    "whole assignment": ("{r} = {v} * 1\n{r}[:] = {n}  #!", ""),
    "truth": ("if {v}.sum() > {n}:  #!\n    {r} = {v} * 2\nelse:\n    {r} = {v} * 3", ""),
    "truth of other tensors": (
        "{t} = F.tanh({v})\nif {v}.sum() > 20:  #!\n    {r} = {t}\nelse:\n    {r} = {v} - {t}",
        "",
    ),
    "truth of one branch": ("{r} = F.tanh({v})\nif {v}.mean() > 1:  #!\n    {r} = {r} * {n}", ""),
    "conditional expression": ("{r} = {v} * 2 if {v}.max() > 1 else {v}  #!", ""),
    "not": ("{r} = {v} if not {v}.max() > 9 else -{v}  #!", ""),
    "and": ("{r} = {v} if {v}.max() > 1 and {v}.min() > 0 else -{v}  #!", ""),
    "chain": ("{r} = F.broadcast_mul({v}, 0 < {v}.sum() < {n})  #!", ""),
    "assert": ("assert {v}.shape[1] == 3  #!\n{r} = {v} * {n}", ""),
    "assert of values": ("assert {v}.sum() > 0  #!\n{r} = {v} * {n}", ""),
    "print": ("print({v}.shape)  #!\n{r} = {v} * {n}", ""),
    "list of blocks": (
        "{r} = {v}\nfor layer in self.{u}:\n    {r} = layer({r})",
        "self.{u} = [nn.Dense(4, use_bias=False, flatten=False, in_units=4) for _ in range(2)]  #!\n"
        "for layer in self.{u}:\n    layer.initialize(mx.init.One())",
    ),
    "constant": ("{r} = F.broadcast_mul({v}, self.{u})  #!", "self.{u} = mx.nd.array([1.0, 2, 3, {n}])"),
    "data of a parameter": (
        "{r} = F.broadcast_add({v}, self.{u}.data())  #!",
        "self.{u} = self.params.get('{u}', shape=(4,), init='ones')",
    ),
    "dtype": ("{r} = ({v} > 1).astype({v}.dtype)  #!", ""),
    "device": ("{r} = F.ones((2, 3), ctx={v}.context) * {n}  #!\n{r} = {r} + F.sum({v}, axis=2)", ""),
    "numpy constant": ("{r} = F.broadcast_mul({v}, mx.nd.array(np.arange(4)))  #!", ""),
    "pause": ("with autograd.pause():  #!\n    {t} = F.exp(-{v})\n{r} = {v} * {t}", ""),
    "pause of several": (
        "with autograd.pause():  #!\n    {t} = F.exp(-{v})\n    {u} = {t} * {n}\n{r} = {v} * {u} + {t}",
        "",
    ),
    "unpacked rows": ("{t}, {u} = F.reshape({v}, (2, -1))  #!\n{r} = {t} - {u}", ""),
    "outputs as a list": ("{t} = F.split({v}, num_outputs=3, axis=1)\n{r} = {t}[-1] + {t}[0]  #!", ""),
    "length of a tensor": ("{r} = {v} / len({v})  #!", ""),
    "out": ("{r} = F.zeros_like({v})\nF.relu({v}, out={r})  #!", ""),
    "cond of a computed tensor": (
        "{t} = F.tanh({v})\n{r} = F.contrib.cond({v}.sum() > 20, lambda: {t} * 2, lambda: {t} * 3)  #!",
        "",
    ),
    "wait": ("{r} = {v} * {n}\n{r}.wait_to_read()  #!", ""),
    "phase": ("if F is mx.nd:  #!\n    {r} = {v} * 2\nelse:\n    {r} = {v} * 3", ""),
    "square root of a number": ("{r} = {v} / np.sqrt({v}.shape[2])  #!", ""),
}
_NAMES = ("alpha", "beta", "gate", "hidden", "inner", "key", "query", "part", "score", "state", "value", "weight")
_IMPORTS = """\
import math

import mxnet as mx
import numpy as np
from mxnet import autograd, nd
from mxnet.gluon import HybridBlock, nn
"""


def make(seed: int, number: int) -> Dict[str, Any]:
    """Return the block of this number as a case; `failing` are its failing lines."""
    choose = random.Random(f"composed fixes {seed} {number}")
    titles = choose.sample(sorted(FAILURES), choose.choice([1, 2, 3, 4, 5]))
    names = [f"{name}{suffix}" for name in choose.sample(_NAMES, len(_NAMES)) for suffix in ("", "_b")]
    lines, constructor, helpers = ["total = F.sum(x)  # of all"], [], []  # type: Tuple[List[str], List[str], List[str]]
    for place, title in enumerate(titles):
        body, init = FAILURES[title]
        given = {
            "v": f"value_{place}" if choose.random() < 0.7 else "x",
            "r": f"result_{place}",
            **dict(zip("tu", (names.pop(), names.pop()))),
            "n": choose.choice([2, 3, 0.5]),
            "a": choose.choice([0, 1]),
        }
        if given["v"] != "x":
            lines.append(f"{given['v']} = {choose.choice(['F.relu(x)', 'F.sqrt(x)', 'x * 2', 'F.exp(x)'])} + {place}")
        written = textwrap.dedent(body).format(**given).split("\n")
        written = [f"# {title}", *written]
        form = choose.choice(["plain", "plain", "branch", "helper", "loop"])
        if form == "branch":
            lines += [f"{given['r']} = {given['v']}", "if self.deep:  # a hyperparameter", *_indented(written)]
        elif form == "loop":
            lines += [f"{given['r']} = {given['v']}", "for _ in range(1):", *_indented(written)]
        elif form == "helper" and "self." not in body and "np." not in body:
            helpers += [f"def step_{place}(self, F, {given['v']}):", *_indented([*written, f"return {given['r']}"]), ""]
            lines.append(f"{given['r']} = self.step_{place}(F, {given['v']})")
        else:
            lines += written
        constructor += init.format(**given).split("\n") if init else []
        lines.append(f"total = total + F.sum({given['r']})")
    lines.append("return total")
    net = [
        "class Net(HybridBlock):",
        "    def __init__(self):",
        "        super().__init__()",
        "        self.deep = True",
    ]
    net += [*_indented(constructor, 2), "", "    def hybrid_forward(self, F, x):", *_indented(lines, 2), ""]
    src = _IMPORTS + "\n\n" + "\n".join([*net, *_indented(helpers)]).rstrip() + "\n"
    # A parameter is an argument of `hybrid_forward`.
    arguments = [line.split("params.get('")[1].split("'")[0] for line in constructor if "params.get(" in line]
    src = src.replace("(self, F, x):", f"(self, F, {', '.join(['x', *arguments])}):", 1)
    failing = [place for place, line in enumerate(src.split("\n"), 1) if line.endswith("#!")]
    return {
        "id": f"composed-{seed}-{number}",
        "title": ", ".join(titles),
        "src": src.replace("  #!\n", "\n"),
        "inputs": "[('pos', (2, 3, 4))]",
        "label": "flag",
        "verdict": "",
        "failing": failing,
    }


def _indented(lines: List[str], times: int = 1) -> List[str]:
    return [f"{'    ' * times}{line}" if line else line for line in lines]


def unsound(case: Dict[str, Any]) -> str:
    """Return what is wrong with the fixed text of a case: something is fixed in a second run, or a comment is lost."""
    for unsafe in (False, True):
        done = fix(case["src"], unsafe=unsafe, selects=truth_fixes.is_default)
        again = fix(done.text, unsafe=unsafe, selects=truth_fixes.is_default)
        if not done.settled or again.text != done.text:
            return "a second run changes it"
        lost = comments_in(case["src"]) - comments_in(done.text)
        if lost:
            return f"lost {sorted(lost)}"
    return ""


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--show", action="store_true", help="print what each block lacks, and the lines not named")
    options = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    cases = {case["id"]: case for case in (make(options.seed, number) for number in range(options.count))}
    owed = named = 0
    faults = []
    for case in cases.values():
        found = {item.line for item in analyse(case["src"]) if item.default}
        owed, named = owed + len(case["failing"]), named + len(found & set(case["failing"]))
        for line in sorted(set(case["failing"]) - found) if options.show else ():
            print(f"{case['id']}: not named: {case['src'].splitlines()[line - 1].strip()}")
        fault = unsound(case)
        faults += [f"{case['id']}: {fault}"] if fault else []
    changed = {
        unsafe: [one for one in (truth_fixes.fixed(case, unsafe) for case in cases.values()) if one is not None]
        for unsafe in (False, True)
    }
    green, undecided = 0, 0
    for answer in truth_fixes.judged(changed[True]):
        undecided += answer.get("imperative") is None
        good = answer.get("imperative") == "" and answer["verdict"] == "passed"
        green += good
        if options.show and not good:
            print(f"{answer['id']} ({cases[answer['id']]['title']}): {answer.get('imperative') or answer['summary']}")
    wrong = [one["id"] for one in truth_fixes.judged(changed[False], imperative_only=True) if truth_fixes.is_wrong(one)]
    print(f"{named} of {owed} failing lines named; {green} of {len(cases) - undecided} blocks green after all fixes")
    print(f"{len(wrong)} imperative outputs changed by safe fixes{': ' if wrong else ''}{' '.join(wrong)}")
    print("\n".join(faults) or "a second run changes nothing, and every comment remains")
    return 1 if wrong or faults else 0


if __name__ == "__main__":
    sys.exit(main())
