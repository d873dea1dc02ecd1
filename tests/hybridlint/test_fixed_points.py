"""Loops reach a fixed point: what takes many rounds to arrive arrives, what grows is bounded, and every loop ends."""

from __future__ import annotations

from typing import List

import pytest
from hypothesis import HealthCheck, example, given, settings, strategies as st

from hybridlint.examination import examine

generated = settings(deadline=None, derandomize=True, max_examples=40, suppress_health_check=list(HealthCheck))

LOOPS = ["for _ in range(self.steps):", "while self.more():", "for _ in self.rows:"]

#: What holds the `number`th value of a chain, and the statement that sets one up.
PLACES = {
    "variables": ("v{0}", "v{0} = 0"),
    "entries of a dict": ("held['v{0}']", "held['v{0}'] = 0"),
    "items of a list": ("items[{0}]", "items.append(0)"),
    "attributes of an object": ("box.v{0}", "box.v{0} = 0"),
}


def _block(body: List[str]) -> str:
    lines = [
        "from mxnet.gluon import HybridBlock",
        "",
        "class Box:",
        "    pass",
        "",
        "class Net(HybridBlock):",
        "    def __init__(self, steps, rows, **kwargs):",
        "        super().__init__(**kwargs)",
        "        self.steps, self.rows = steps, rows",
        "",
        "    def more(self):",
        "        return self.steps > len(self.rows)",
        "",
        "    def hybrid_forward(self, F, x):",
        *(f"        {line}" for line in body),
        "",
    ]
    return "\n".join(lines)


def _codes(text: str) -> List[str]:
    examined = examine(text, "net.py", None)
    assert not examined.could_not_look
    return [finding.code for finding in examined.findings]


@pytest.mark.parametrize("place", PLACES)
@generated
@given(length=st.integers(1, 9), loop=st.sampled_from(LOOPS))
@example(length=9, loop=LOOPS[0])
def test_a_tensor_moves_through_many_places_before_it_is_used(place: str, length: int, loop: str) -> None:
    name, setting = PLACES[place]
    chain = [name.format(number) for number in range(length)]
    body = ["held, items, box = {}, [], Box()", *(setting.format(number) for number in range(length))]
    moves = [f"    {later} = {earlier}" for earlier, later in zip(chain[::-1][1:], chain[::-1])]
    body += [loop, *moves, f"    {chain[0]} = x * 2"]
    assert _codes(_block([*body, f"return x * float({chain[-1]}.asnumpy().sum())"])) == ["HYB102"]
    assert _codes(_block([*body, "return x * 3"])) == []


@pytest.mark.parametrize(
    "start, step, use",
    [
        ("grown = []", "grown.append(x * 2)", "grown[-1]"),
        ("grown = []", "grown = grown + [x * 2]", "grown[0]"),
        ("grown = []", "grown.extend([x, x * 2])", "[one for one in grown][0]"),
        ("grown = ()", "grown += (x * 2,)", "grown[1]"),
        ("grown = {}", "grown[len(grown)] = x * 2", "grown[0]"),
        ("grown = {}", "grown = {**grown, str(len(grown)): x * 2}", "list(grown.values())[0]"),
        ("grown = x * 2", "grown = [grown]", "(grown[0] if isinstance(grown, list) else grown)[0]"),
    ],
)
@pytest.mark.parametrize("loop", LOOPS)
def test_a_container_that_grows_is_bounded(loop: str, start: str, step: str, use: str) -> None:
    assert _codes(_block([start, loop, f"    {step}", "return x * 3"])) == []
    if "isinstance" not in use:
        assert "HYB102" in _codes(_block([start, loop, f"    {step}", f"return x * float({use}.asnumpy().sum())"]))


def test_what_a_later_round_tests_is_seen() -> None:
    body = ["e = d = c = 1", "while e > 0:", "    e = d", "    d = c", "    c = x", "return x * 2"]
    assert _codes(_block(body)) == ["HYB401"]


VARIABLES = st.sampled_from(["a", "b", "c", "d"])
STATEMENTS = st.one_of(
    st.builds("{} = {}".format, VARIABLES, VARIABLES),
    st.builds("{0} = [{0}, {1}]".format, VARIABLES, VARIABLES),
    st.builds("{0} = {{'k': {0}, 'm': {1}}}".format, VARIABLES, VARIABLES),
    st.builds("{0}, {1} = {1}, {0}".format, VARIABLES, VARIABLES),
    st.builds("{0} = ({0}, *[{1}])".format, VARIABLES, VARIABLES),
    st.builds("{0} = (lambda value: [value, {1}])({0})".format, VARIABLES, VARIABLES),
    st.builds("held.append({})".format, VARIABLES),
    st.builds("held.append(held)".format),
    st.builds("table[len(table)] = {}".format, VARIABLES),
    st.builds("{} = held[-1]".format, VARIABLES),
    st.builds("{0} = {1} if self.steps else {0}".format, VARIABLES, VARIABLES),
    st.builds("{} = F.concat(x, x, dim=len(held))".format, VARIABLES),
    st.builds("{} = len(held) + len(table)".format, VARIABLES),
    st.sampled_from(["if self.more(): break", "if self.steps: continue"]),
)


def _indented(lines: List[str]) -> List[str]:
    return [f"    {line}" for line in lines]


BODIES = st.recursive(
    st.lists(STATEMENTS, min_size=1, max_size=6),
    lambda inner: st.builds(
        lambda before, loop, body, after: [*before, loop, *_indented(body), *after],
        st.lists(STATEMENTS, max_size=3),
        st.sampled_from(LOOPS),
        inner,
        st.lists(STATEMENTS, max_size=3),
    ),
    max_leaves=3,
)


@generated
@given(loop=st.sampled_from(LOOPS), body=BODIES)
def test_every_loop_ends_within_the_budget(loop: str, body: List[str]) -> None:
    start = ["a, b, c, d = x, x * 2, 1, None", "held, table = [x], {}"]
    _codes(_block([*start, loop, *_indented(body), "return x * 2"]))


@pytest.mark.parametrize("call", ["g(a)", "g(a, n - 1)"])
def test_a_generator_that_calls_itself_ends(call: str) -> None:
    body = [
        "def g(a, n=12):",
        "    if n > 0:",
        f"        yield from {call}",
        f"        yield from {call}",
        "    yield a",
    ]
    _codes(_block([*body, "for y in g(x):", "    y.asnumpy()", "return x * 2"]))
