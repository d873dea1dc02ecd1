"""Functions that build blocks and are called again with equal arguments."""

from __future__ import annotations

import ast
from typing import Any, List

import pytest

from hybridlint.analysis import analyse
from hybridlint.interpreter import functions

HEAD = """\
from mxnet.gluon import HybridBlock, nn

kind = nn.HybridSequential
kinds = [nn.HybridSequential]


"""


def found(text: str) -> List[str]:
    lines = text.split("\n")
    return [f"{finding.code} {lines[finding.line - 1].strip()}" for finding in analyse(text) if finding.default]


def test_each_call_makes_another_block() -> None:
    """The first is registered, the second is hidden in a list."""
    text = f"""{HEAD}def layer(units):
    return nn.Dense(units, in_units=4)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = layer(4)
        self.others = [layer(4)]

    def hybrid_forward(self, F, x):
        return self.others[0](self.first(x))
"""
    assert found(text) == ["HYB702 self.others = [layer(4)]"]


@pytest.mark.parametrize(
    ("function", "between"),
    [
        ("layer(own):\n    return nn.Sequential() if own is None else nn.HybridSequential()", "own = None"),
        ("layer(own):\n    return own[-1]()", "own.append(nn.Sequential)"),
        ("layer(own):\n    return kind()", "kind = nn.Sequential"),
        ("layer(own):\n    return kinds[-1]()", "kinds.append(nn.Sequential)"),
        ("layer(own):\n    global kind\n    made, kind = kind(), nn.Sequential\n    return made", "pass"),
        ("layer(own):\n    kinds.insert(0, nn.Sequential)\n    return kinds.pop()()", "pass"),
        ("layer(own):\n    own.insert(0, nn.Sequential)\n    return own.pop()()", "pass"),
    ],
)
def test_a_second_call_may_return_another_block(function: str, between: str) -> None:
    """The first call returns a block that can be hybridized, the second one that cannot."""
    text = f"""{HEAD}def {function}


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        global kind
        own = [nn.HybridSequential]
        self.first = layer(own)
        {between}
        self.second = layer(own)

    def hybrid_forward(self, F, x):
        return self.second(self.first(x))
"""
    assert found(text) == ["HYB701 self.second = layer(own)"]


@pytest.mark.parametrize("use", ["TOWERS = [_tower]", "TOWERS = [_tower(3)]", "", "def other():\n    return _tower(3)"])
def test_a_private_function_is_run_whether_or_not_it_is_called(use: str) -> None:
    text = f"""{HEAD}def _tower(width):
    tower = nn.HybridSequential()
    tower.add(nn.HybridLambda(lambda F, x: x.asnumpy() * width))
    return tower


{use}
"""
    assert found(text) == ["HYB102 tower.add(nn.HybridLambda(lambda F, x: x.asnumpy() * width))"]


def test_a_function_runs_for_a_few_numbers_and_then_for_any(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: List[type] = []
    run_body = functions.run_body

    def recorded(run: Any, body: Any, frame: Any) -> bool:
        runs.append(type(body[0]))
        return run_body(run, body, frame)

    monkeypatch.setattr(functions, "run_body", recorded)
    layers = "".join(f"        self.layer{number} = layer({number + 1})\n" for number in range(50))
    text = f"""{HEAD}def layer(units):
    return nn.Dense(units, in_units=4)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
{layers}
    def hybrid_forward(self, F, x):
        any_units = self.layer40(x) + self.layer41(x)
        return any_units, self.layer0(x) + self.layer2(x)
"""
    assert found(text) == ["HYB201 return any_units, self.layer0(x) + self.layer2(x)"]
    assert 5 < runs.count(ast.Return) < 10
