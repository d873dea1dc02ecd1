"""Structural paths, kinds, second registrations, outermost hybrid blocks and hidden blocks."""

from __future__ import annotations

from typing import Any

from hybridlint_runtime.model.tree import blocks_of, hidden_blocks, paths_by_identity, unique_blocks, walk_blocks
from hybridlint_runtime.mxnet_compat import import_mxnet

mx = import_mxnet()
nn = mx.gluon.nn
Block: Any = mx.gluon.Block


class Plain(Block):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.left = nn.HybridSequential(prefix="")
        self.left.add(nn.Dense(2, prefix=""), nn.Dense(2, prefix="other_"))
        self.right = self.left[0]
        self.hidden = {"a": [nn.Dense(1)]}


def test_paths_are_structural_and_parents_come_first() -> None:
    assert [node.path for node in walk_blocks(Plain())] == ["", "left", "left.0", "left.1", "right"]


def test_blocks_without_paths_are_the_same_once_each() -> None:
    net = Plain()
    assert blocks_of(net) == [node.block for node in unique_blocks(net)] and len(blocks_of(net)) == 4


def test_paths_of_a_part_go_on_from_its_own() -> None:
    net = nn.HybridSequential()
    net.add(nn.HybridSequential(), nn.Dense(1))
    net[0].add(nn.Dense(1))
    assert list(paths_by_identity(net, "head.1").values()) == ["head.1", "head.1.0", "head.1.0.0", "head.1.1"]


def test_a_dot_in_the_name_of_a_child_makes_it_no_grandchild() -> None:
    net = nn.HybridSequential()
    net.register_child(nn.HybridSequential(), "a")
    net._children["a"].register_child(nn.Dense(1), "b")
    net.register_child(nn.Dense(1), "a.b")
    net.register_child(nn.Dense(1), "")
    assert [node.path for node in walk_blocks(net)] == ["", "a", "a.b", "a·b", "''"]


def test_kinds_and_second_registrations() -> None:
    net = Plain()
    nodes = {node.path: node for node in walk_blocks(net)}
    assert nodes[""].kind == "plain" and nodes["left"].kind == "hybrid"
    assert nodes["right"].shared_with == "left.0" and nodes["right"].block is nodes["left.0"].block
    assert len(unique_blocks(net)) == len(nodes) - 1


def test_a_symbol_block_is_a_kind_of_its_own() -> None:
    x = mx.sym.var("data", dtype="float32")
    net = nn.HybridSequential()
    net.add(mx.gluon.SymbolBlock(x * 2, x))
    assert [node.kind for node in walk_blocks(net)] == ["hybrid", "symbol"]


def test_blocks_in_containers_are_found_unless_they_are_registered() -> None:
    net = Plain()
    net.known = [net.left, net.right]
    ((owner, where, block),) = hidden_blocks(net)
    assert (owner, where) == ("", "hidden['a'][0]")
    assert isinstance(block, nn.Dense)
