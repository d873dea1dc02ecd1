"""What a shadow has compared: counts by block, and the same as counters of Prometheus where its client is installed."""

from __future__ import annotations

import collections
import dataclasses
import functools
from typing import Any, Counter, Dict

#: Signatures of inputs that are counted separately, for each block. A loop over lengths may have thousands.
_MOST_SIGNATURES = 100
_OTHERS = "others"


@dataclasses.dataclass
class BlockCounts:
    """The outermost hybridized calls of the blocks of one class.

    `results` counts calls by result: "agreed", "diverged", "skipped" (chosen, but it could not be compared) and "passed
    over" (not chosen). `reasons` counts the skipped ones by reason, `modes` the compared ones by mode, and `signatures`
    by the structure of their inputs.
    """

    results: Counter[str] = dataclasses.field(default_factory=collections.Counter)
    reasons: Counter[str] = dataclasses.field(default_factory=collections.Counter)
    modes: Counter[str] = dataclasses.field(default_factory=collections.Counter)
    signatures: Counter[str] = dataclasses.field(default_factory=collections.Counter)

    @property
    def compared(self) -> int:
        return self.results["agreed"] + self.results["diverged"]


@dataclasses.dataclass
class Summary:
    """All counts of a shadow. `errors` counts failures of the shadow itself, whose calls were not compared."""

    blocks: Dict[str, BlockCounts] = dataclasses.field(default_factory=dict)
    errors: int = 0
    seconds: float = 0.0
    elapsed: float = 0.0

    @property
    def calls(self) -> int:
        return sum(sum(counts.results.values()) for counts in self.blocks.values())

    @property
    def compared(self) -> int:
        return sum(counts.compared for counts in self.blocks.values())

    @property
    def diverged(self) -> int:
        return sum(counts.results["diverged"] for counts in self.blocks.values())

    def count(self, block: str, result: str, reason: str = "") -> None:
        counts = self.blocks.setdefault(block, BlockCounts())
        counts.results[result] += 1
        if reason:
            counts.reasons[reason] += 1

    def compare(self, block: str, mode: str, signature: str) -> None:
        """Count the mode and the signature of a compared call."""
        counts = self.blocks.setdefault(block, BlockCounts())
        counts.modes[mode] += 1
        known = signature in counts.signatures or len(counts.signatures) < _MOST_SIGNATURES
        counts.signatures[signature if known else _OTHERS] += 1

    def to_json(self) -> Dict[str, Any]:
        blocks = {
            name: {field: dict(counter) for field, counter in vars(counts).items()}
            for name, counts in self.blocks.items()
        }
        return {**vars(self), "blocks": blocks}

    def __str__(self) -> str:
        """Return one line in total, and one for each class of blocks."""
        lines = [
            f"shadow: {self.compared} of {self.calls} hybridized calls compared, {self.diverged} diverged; "
            f"{self.seconds:.2f} s of {self.elapsed:.1f} s"
        ]
        for block, counts in sorted(self.blocks.items()):
            parts = [f"{counts.compared} compared"]
            parts += [f"{count} in {mode}" for mode, count in sorted(counts.modes.items())]
            parts += [f"{len(counts.signatures)} signature{'s' if len(counts.signatures) > 1 else ''}"]
            lines.append(f"  {block}: {', '.join(parts)}")
            lines += [f"    {count} not compared: {reason}" for reason, count in counts.reasons.most_common()]
        if not self.calls:
            lines.append("  no hybridized block was called: call net.hybridize() before the loop")
        if self.errors:
            lines.append(f"  {self.errors} not compared because of an error of hybridlint itself (see the log)")
        return "\n".join(lines)


@functools.lru_cache(maxsize=None)
def prometheus_counter() -> Any:
    """Return `hybridlint_shadow_calls_total{block, result}` in the default registry of `prometheus_client`.

    None without that package: nothing is exported.
    """
    try:
        import prometheus_client
    except ImportError:
        return None
    return prometheus_client.Counter(
        "hybridlint_shadow_calls",
        "Outermost hybridized calls, by result of the comparison with an imperative run",
        ["block", "result"],
    )
