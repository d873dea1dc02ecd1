"""HYB1, continued: arguments and defaults that differ between the phases."""

from __future__ import annotations

from typing import Iterator

from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.symbols import Divergence, Kind


class MethodArguments(Rule):
    code = "HYB104"
    name = "method-arguments"
    summary = "argument that the Symbol's method does not accept"
    after_hybridize = "Raises `MXNetError: Symbol.ComposeKeyword argument name other not found` or the like."
    why = (
        "Some methods have other arguments on `Symbol` than on `NDArray`: most methods of `Symbol` pass their "
        "arguments on to the operator, which has its own names for them."
    )
    instead = "The argument by position, or the function of `F` with the operator's own names."
    fix = "safe"
    messages = {
        Kind.ARGUMENTS_OF_METHOD: "`{event.source}` raises after hybridize(): `{event.name}` {problem}",
    }
    errors = (r"Symbol\.ComposeKeyword argument name \w+ not found", r"Cannot find argument '(copy|order)'")
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.broadcast_like(other=y)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x.broadcast_like(y)
""",
            inputs="[(2, 1), (2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype("float16", copy=False)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.astype("float16")
""",
            inputs="[(2, 3)]",
        ),
    )


class FunctionArguments(Rule):
    code = "HYB105"
    name = "function-arguments"
    summary = "argument that the symbolic function does not accept"
    after_hybridize = "Raises `TypeError: zeros() takes from 1 to 2 positional arguments but 3 were given` or the like."
    why = (
        "Some functions have other arguments in `mx.sym` than in `mx.nd`: `zeros(shape, ctx, dtype)` is `zeros(shape, "
        "dtype)`, `maximum(lhs, rhs)` is `maximum(left, right)`, and after an operator's own arguments `mx.nd` has "
        "`out` where `mx.sym` has `name`. What an operator writes to, such as the running mean of `F.BatchNorm`, must "
        "be an input or a parameter of the block: a graph stores nothing else."
    )
    instead = (
        "Keyword arguments that both accept, `F.zeros((1, 3), dtype='float32')`, and positional ones where the names "
        "differ. For an array that the operator writes to, a parameter with `grad_req='null'`, or `nn.BatchNorm`."
    )
    fix = "safe"
    messages = {
        Kind.ARGUMENTS_OF_FUNCTION: "`{event.source}` raises after hybridize(): `F.{event.path}` {problem}",
    }
    errors = (
        r"\w+\(\) takes (from \d+ to )?\d+ positional arguments but \d+ were given",
        r"\w+\(\) got an unexpected keyword argument '(lhs|rhs|ctx)'",
        r"Cannot interpret '[cg]pu\(\d+\)' as a data type",
        r"Mutation target can only be Variable",
    )
    examples = (
        Example(
            bad="""\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.ones((1, 3), mx.cpu()))
""",
            good="""\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.ones((1, 3), ctx=mx.cpu()))
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.maximum(lhs=x, rhs=y)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.maximum(x, y)
""",
            inputs="[(2, 3), (2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, gamma, beta, mean, variance):
        return F.BatchNorm(x, gamma, beta, F.BlockGrad(mean), F.BlockGrad(variance))
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, gamma, beta, mean, variance):
        return F.BatchNorm(x, gamma, beta, mean, variance)
""",
            inputs="[(2, 3), (3,), (3,), (3,), ('pos', (3,))]",
        ),
    )


class DefaultDiffers(Rule):
    code = "HYB106"
    name = "default-differs"
    summary = "omitted argument whose default differs between `mx.nd` and `mx.sym`"
    after_hybridize = "Silent: the default changes, and `F.random.multinomial(p)` also returns the probabilities."
    why = "A few functions are implemented twice, for `mx.nd` and for `mx.sym`, with different defaults."
    instead = "Pass the argument: `F.random.multinomial(p, get_prob=False)`."
    fix = "safe"
    messages = {
        Kind.DEFAULT_DIFFERS: (
            "`{event.source}` silently defaults to {symbolic} after hybridize(); pass `{name}={default}`"
        ),
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.multinomial(F.softmax(x))
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.multinomial(F.softmax(x), get_prob=False)
""",
            inputs="[(2, 3)]",
            shown_as="values",
        ),
    )


class ArgumentNeeded(Rule):
    code = "HYB107"
    name = "argument-needed"
    summary = "omitted argument that the symbolic function requires"
    after_hybridize = (
        "Raises `MXNetError: Invalid Parameter format for axis expect int or None but value='', in operator "
        "_backward_topk`, or `ValueError: null range is not supported in symbol mode`."
    )
    why = (
        "The gradient of `sort` copies the `axis` of the call. A graph prepares its gradient when it is created, "
        "in inference too; imperatively only `backward` fails. Without a `range`, `histogram` computes it from the "
        "values, which a Symbol does not have."
    )
    instead = "`F.sort(x, axis=-1)`, which is the default; `F.histogram(x, bins=10, range=(0, 1))`."
    fix = "safe"
    about = (Kind.ARGUMENT_NEEDED, Kind.ARGUMENT_REQUIRED)
    errors = (r"Invalid Parameter format for axis expect int or None but value=''", r"null range is not supported")
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sort(x, axis=-1)
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        counts, edges = F.histogram(x, bins=4)
        return [x * 2, F.BlockGrad(counts), F.BlockGrad(edges)]
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        counts, edges = F.histogram(x, bins=4, range=(-3, 3))
        return [x * 2, F.BlockGrad(counts), F.BlockGrad(edges)]
""",
            inputs="[(2, 4)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        name, default = divergence.data["name"], divergence.data["default"]
        advice = f"; pass `{name}={default}`" if default else ""
        yield Report(
            f"`{divergence.event.source}` raises after hybridize(): a Symbol needs `{name}`{advice}",
            facts=divergence.data,
        )
