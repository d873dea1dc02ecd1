"""Compare hybridized calls with imperative ones inside the user's own loop, on some of its calls.

`session.shadow` is the public entry. `interception` finds the calls, `sampling` chooses among them, `control` runs a
copy of the block imperatively, `stale` explains a graph that no longer fits the block, `cases` writes what reproduces a
divergence, `listing` finds it again, `summary` counts, and `script` runs an unchanged training script.
"""

import logging

#: Where divergences, failures of a shadow itself and summaries go.
log = logging.getLogger("hybridlint_runtime.shadow")
