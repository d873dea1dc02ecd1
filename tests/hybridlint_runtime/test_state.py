"""Attributes of blocks: remembered, compared, put back."""

from __future__ import annotations

import collections

from hybridlint_runtime.model.state import BlockStates, BlockTexts, holds_symbol
from hybridlint_runtime.mxnet_compat import import_mxnet

mx = import_mxnet()


def net_with_state() -> object:
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(1))
    net.count = 0
    net.log = [1, {"deep": [2]}]
    net.recent = collections.deque([1, 2], maxlen=2)
    net[0].mask = None
    return net


def test_everything_is_put_back_in_place() -> None:
    net = net_with_state()
    log = net.log  # type: ignore[attr-defined]
    states, texts = BlockStates(net), BlockTexts(net)
    net.count = 3  # type: ignore[attr-defined]
    log.append(4)
    log[1]["deep"].append(5)
    net[0].mask = mx.sym.var("m")  # type: ignore[index]
    net.recent.append(mx.sym.var("r"))  # type: ignore[attr-defined]
    net.fresh = "new"  # type: ignore[attr-defined]
    assert {(change.path, change.name, change.holds_symbol) for change in texts.changes()} == {
        ("", "count", False),
        ("", "log", False),
        ("", "recent", True),
        ("", "fresh", False),
        ("0", "mask", True),
    }
    states.restore()
    assert texts.changes() == []
    assert net.log is log and log == [1, {"deep": [2]}] and net.count == 0  # type: ignore[attr-defined]
    assert list(net.recent) == [1, 2] and net.recent.maxlen == 2  # type: ignore[attr-defined]
    assert not hasattr(net, "fresh") and net[0].mask is None  # type: ignore[index]


class Bank:
    def __init__(self) -> None:
        self.rows = [1]
        self.last: object = None


def test_what_an_object_of_the_users_holds_is_put_back() -> None:
    net = net_with_state()
    net.bank = bank = Bank()  # type: ignore[attr-defined]
    states, texts = BlockStates(net), BlockTexts(net)
    bank.last = mx.sym.var("last")
    bank.rows.append(2)
    assert [(change.name, change.holds_symbol) for change in texts.changes()] == [("bank", True)]
    states.restore()
    assert texts.changes() == [] and net.bank is bank  # type: ignore[attr-defined]
    assert bank.last is None and bank.rows == [1]


def test_a_tensor_changed_in_place_is_a_change() -> None:
    net = net_with_state()
    net.running = mx.nd.zeros((2,))  # type: ignore[attr-defined]
    texts = BlockTexts(net)
    net.running[:] = 1  # type: ignore[attr-defined]
    assert [change.name for change in texts.changes()] == ["running"]


def test_what_mxnet_keeps_is_no_change() -> None:
    net = net_with_state()
    net.initialize()  # type: ignore[attr-defined]
    texts = BlockTexts(net)
    net.hybridize()  # type: ignore[attr-defined]
    net(mx.nd.ones((1, 2)))  # type: ignore[operator]
    assert texts.changes() == []


def test_symbols_are_found_within_containers() -> None:
    assert holds_symbol([{"a": (mx.sym.var("x"),)}])
    assert not holds_symbol([{"a": (mx.nd.ones((1,)),)}])
