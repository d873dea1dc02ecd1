"""A model for the archive: its blocks and parameters, addressed by structural path instead of name."""

from __future__ import annotations

import hashlib
import inspect
import io
import re
import sys
import tokenize
from typing import Any, Dict, Iterator, List, Mapping, Optional, Set, Tuple

import numpy as np

from ...backend import load_backend
from ...model.parameters import is_constant
from ...model.tree import Node, join, name_in_path, walk_blocks
from ...structures import dtype_name
from .errors import ArchiveError
from .manifest import BlockRecord, ParameterRecord

_backend = load_backend()

#: Names of inputs in a graph; no parameter may have one of them.
_INPUT_NAME = re.compile(r"data\d*")
_COMPUTING = ("hybrid_forward", "forward", "__call__")


class Model:
    """The blocks and parameters of `net`, each with its record.

    `nodes` are all registrations (`tree.walk_blocks`), `parameters` each parameter once, in the order of the tree, by
    its name in an archive: its first structural path ("features.0.weight").
    """

    def __init__(self, net: Any) -> None:
        self.net = net
        self.nodes: List[Node] = walk_blocks(net)
        self.parameters: Dict[str, Any] = {}
        self.paths_of: Dict[str, List[str]] = {}
        self._names: Dict[int, str] = {}
        self._variables: Dict[str, str] = {}
        self._own: Dict[str, Dict[str, Any]] = {}
        self._children: Dict[str, List[str]] = {}
        paths = [node.path for node in self.nodes]
        if len(set(paths)) != len(paths):
            twice = next(path for path in paths if paths.count(path) > 1)
            raise ArchiveError(f"two blocks have the structural path {twice!r}: give the children other names")
        for node in self.nodes:
            if node.parent is not None:
                self._children.setdefault(node.parent, []).append(node.shared_with or node.path)
            if node.shared_with is None:
                self._own[node.path] = _backend.keyed_parameters(node.block)
                for key, parameter in self._own[node.path].items():
                    self._add(join(node.path, key), parameter)

    def _add(self, path: str, parameter: Any) -> None:
        name = self._names.get(id(parameter))
        if name is None:
            name = path
            while name in self.parameters or _INPUT_NAME.fullmatch(name):
                name += "_"
            self._names[id(parameter)] = name
            self.parameters[name] = parameter
            self._variables[name] = _backend.variable_of(parameter)
            self.paths_of[name] = []
        self.paths_of[name].append(path)

    def own(self, path: str) -> Dict[str, Any]:
        """Return the parameters of the block first registered at `path` itself, by their key in the block."""
        return self._own[path]

    def name_of(self, parameter: Any) -> Optional[str]:
        """Return the name in the archive of a parameter of this model, None for other parameters."""
        return self._names.get(id(parameter))

    def names_below(self, path: str) -> Dict[str, List[str]]:
        """Return MXNet's name → names in the archive, of the parameters of the block at `path` and those below it."""
        result: Dict[str, List[str]] = {}
        for node_path in self.paths_below(path):
            for parameter in self._own[node_path].values():
                name = self._names[id(parameter)]
                names = result.setdefault(self._variables[name], [])
                if name not in names:
                    names.append(name)
        return result

    def paths_below(self, path: str) -> List[str]:
        """Return the first paths of the blocks at and below `path`; second registrations are resolved to the first."""
        result: Dict[str, None] = {}
        waiting = [path]
        while waiting:
            current = waiting.pop()
            if current not in result:
                result[current] = None
                waiting.extend(reversed(self._children.get(current, [])))
        return list(result)

    def block_records(self, calls: Optional[Mapping[str, int]]) -> List[BlockRecord]:
        """Return a record for each registration. `calls` counts the calls by path, None if nothing was recorded."""
        digests = {kind: code_digests(kind) for kind in {type(node.block) for node in self.nodes}}
        return [self._block_record(node, calls, digests[type(node.block)]) for node in self.nodes]

    def _block_record(self, node: Node, calls: Optional[Mapping[str, int]], code: Dict[str, str]) -> BlockRecord:
        block = node.block
        own = self._own[node.shared_with or node.path]
        count = None if calls is None else calls.get(node.shared_with or node.path, 0)
        never = count == 0 and node.shared_with is None
        return BlockRecord(
            path=node.path,
            class_name=class_name(type(block)),
            kind=node.kind,
            name=_backend.name_of(block),
            prefix=_backend.prefix_of(block),
            code=code,
            shared_with=node.shared_with,
            children=[name_in_path(key) for key, _ in _backend.children(block)],
            parameters={key: self._names[id(parameter)] for key, parameter in own.items()},
            active=bool(getattr(block, "_active", False)),
            flags={str(key): value for key, value in getattr(block, "_flags", [])},
            calls=count,
            note="never called in the recorded run" if never else "",
        )

    def parameter_records(self, auxiliary: Set[str]) -> List[ParameterRecord]:
        """Return a record for each parameter; `auxiliary` names those that are auxiliary states of a graph."""
        return [
            ParameterRecord(
                name=name,
                original_name=_backend.identity_of(parameter),
                paths=self.paths_of[name],
                role="aux" if name in auxiliary else "arg",
                shape=known_shape(parameter),
                dtype=dtype_name(parameter),
                stype=parameter._stype,
                grad_stype=parameter._grad_stype,
                grad_req=parameter.grad_req,
                constant=is_constant(parameter),
                lr_mult=float(parameter.lr_mult),
                wd_mult=float(parameter.wd_mult),
                saved=parameter._data is not None,
            )
            for name, parameter in self.parameters.items()
        ]


def known_shape(parameter: Any) -> Optional[List[int]]:
    """Return the shape of a parameter with 0 for each unknown dimension, None if nothing is known."""
    if parameter._data is not None:
        return [int(size) for size in parameter._data[0].shape]
    if parameter.shape is None:
        return None
    return [max(int(size), 0) for size in parameter.shape]


def dtype_from(name: str) -> Any:
    """Return the dtype of this name, as MXNet accepts it."""
    return np.dtype([("bfloat16", np.uint16)]) if name == "bfloat16" else np.dtype(name).type


def class_name(kind: type) -> str:
    """Return "module:qualified.name"."""
    return f"{kind.__module__}:{kind.__qualname__}"


def code_digests(kind: type) -> Dict[str, str]:
    """Return "Class.method" → digest of its code, for the methods with which a class and its bases compute.

    Empty for MXNet's own classes, which change between its versions; their computation is compared through the graph.
    Comments, white space, docstrings and the version of Python are ignored. Without source, byte code is used, which is
    only comparable for the same version of Python: the digest then begins with it.
    """
    digests: Dict[str, str] = {}
    for owner in kind.__mro__:
        if owner is object or owner.__module__.split(".")[0] == "mxnet":
            continue
        for name, member in sorted(vars(owner).items()):
            texts = [_code_text(function) for function in _functions(member)]
            if texts and (name in _COMPUTING or not name.startswith("__")):
                version = (
                    f"{sys.version_info[0]}.{sys.version_info[1]}:" if any(is_bytes for _, is_bytes in texts) else ""
                )
                digest = hashlib.sha256("\n".join(text for text, _ in texts).encode()).hexdigest()
                digests[f"{owner.__qualname__}.{name}"] = version + digest
    return digests


def _functions(member: Any) -> List[Any]:
    """Return the Python functions of a member of a class."""
    if isinstance(member, property):
        return [function for part in (member.fget, member.fset, member.fdel) for function in _functions(part)]
    if isinstance(member, (staticmethod, classmethod)):
        member = member.__func__
    function = inspect.unwrap(member) if callable(member) else None
    return [function] if inspect.isfunction(function) else []


def _code_text(function: Any) -> Tuple[str, bool]:
    """Return the code of a function, and whether it is byte code."""
    try:
        return " ".join(_tokens(inspect.getsource(function))), False
    except (OSError, TypeError, tokenize.TokenError, IndentationError):
        return _byte_code(function.__code__), True


def _byte_code(code: Any) -> str:
    constants = [_byte_code(each) if hasattr(each, "co_code") else repr(each) for each in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {constants}"


def _tokens(source: str) -> Iterator[str]:
    """Yield the significant tokens of `source`."""
    skipped = (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
    before = tokenize.NEWLINE
    tokens = [token for token in tokenize.generate_tokens(io.StringIO(source).readline) if token.type not in skipped]
    for token, following in zip(tokens, tokens[1:]):
        is_docstring = (
            token.type == tokenize.STRING and before == tokenize.NEWLINE and following.type == tokenize.NEWLINE
        )
        before = token.type
        if not is_docstring and token.string.strip():
            yield token.string
