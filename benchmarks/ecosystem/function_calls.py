"""Records how blocks are called while something runs: arguments, results, and the calls of their children.

Of every class of blocks a few calls are kept, with different configurations and structures of arguments, so that a
model of a thousand layers costs no more than its kinds of layers.
"""

from __future__ import annotations

import collections
import dataclasses
import functools
from typing import Any, Callable, Dict, List, Optional, Set, Tuple

import mxnet as mx

from hybridlint_runtime.model.calls import watching
from hybridlint_runtime.structures import Symbol, copied, describe, leaves, wait

#: So many configurations of one class are kept, per mode.
PER_CLASS = 3


@dataclasses.dataclass
class Call:
    """A completed call: `args` and `outputs` copied, `training` and `recording` as autograd reported at the call,
    `children` the calls of other blocks that it made itself, in order (with `args` left out); None: not to be
    replaced."""

    block: Any
    args: Tuple[Any, ...] = ()
    outputs: Any = None
    training: bool = False
    recording: bool = False
    children: Optional[List[Call]] = dataclasses.field(default_factory=list)
    configuration: str = ""


class Recorder:
    """Keeps calls worth judging: of blocks whose class is `wanted`. `seen` is what earlier subjects have already shown
    (see `state`)."""

    def __init__(self, wanted: Callable[[type], bool], seen: Optional[Dict[str, List[str]]] = None) -> None:
        self._wanted = functools.lru_cache(maxsize=None)(wanted)
        self._seen: Dict[str, Set[str]] = collections.defaultdict(set)
        for key, configurations in (seen or {}).items():
            self._seen[key].update(configurations)
        self.kept: List[Call] = []

    def state(self) -> Dict[str, List[str]]:
        """Class and mode → configurations that were kept, as JSON values."""
        return {key: sorted(configurations) for key, configurations in self._seen.items()}

    def record(self, run: Callable[[], Any]) -> None:
        """Do `run()` and keep the calls. Raises what it raises; what was completed until then is kept."""
        stack: List[Optional[Call]] = []

        def keep(block: Any, args: Tuple[Any, ...], kwargs: Dict[str, Any], go: Callable[[], Any]) -> Any:
            if any(isinstance(leaf, Symbol) for _, leaf in leaves([args, kwargs])):
                return go()
            call = None if kwargs else self._begin(block, args)
            parent = stack[-1] if stack else None
            stack.append(call)
            try:
                outputs = wait(go())
            finally:
                stack.pop()
            if parent is not None and parent.children is not None:
                parent.children.append(Call(block, outputs=copied(outputs)))
            if call is not None:
                call.outputs = copied(outputs)
                self.kept.append(call)
            return outputs

        with watching(keep):
            run()
        mx.nd.waitall()

    def _begin(self, block: Any, args: Tuple[Any, ...]) -> Optional[Call]:
        if not isinstance(block, mx.gluon.HybridBlock) or isinstance(block, mx.gluon.SymbolBlock):
            return None
        training, recording = mx.autograd.is_training(), mx.autograd.is_recording()
        kind = type(block)
        if not self._wanted(kind):
            return None
        key = f"{kind.__module__}.{kind.__qualname__} {'training' if training else 'inference'}"
        configuration = describe_configuration(block) + " on " + describe(args)
        if configuration in self._seen[key] or len(self._seen[key]) >= PER_CLASS:
            return None
        self._seen[key].add(configuration)
        return Call(block, copied(args), None, training, recording, [], configuration)


def describe_configuration(block: Any) -> str:
    """The flags, strings and missing values among the attributes of a block: what branches usually depend on."""
    own = {
        name: value
        for name, value in vars(block).items()
        if name not in ("_prefix", "_name", "_active", "_empty_prefix", "_v2", "_backend")
        and (value is None or isinstance(value, (bool, str)))
        and not (isinstance(value, str) and len(value) > 20)
        and value not in (getattr(block, "_prefix", None), getattr(block, "_name", None))
    }
    children = ", ".join(sorted(name for name in block._reg_params))
    return f"{own} [{children}]"
