"""What the rules about MXNet 2 have in common."""

from __future__ import annotations

import re

RECORDED_ONCE = (
    "MXNet 2 creates the graph of a hybridized block with deferred compute: `forward` runs once, with arrays, and "
    "MXNet records every operator, but no Python."
)

#: Modules → the names that examples import from each.
_IMPORTED = {"mxnet": ("autograd", "np", "npx"), "mxnet.gluon": ("Constant", "HybridBlock", "Parameter")}


def net(body: str) -> str:
    """The text of a module with a hybrid block `Net` that has this body, and with the imports that it needs."""
    text = f"class Net(HybridBlock):\n{body}"
    used = set(re.findall(r"(?<![\w.])\w+", text))
    lines = ["import random\n"] if "random" in used else []
    lines += ["import mxnet as mx"] if "mx" in used else []
    for module, names in _IMPORTED.items():
        result = ", ".join(name for name in names if name in used)
        lines += [f"from {module} import {result}"] if result else []
    return "\n".join([*lines, "", "", text])
