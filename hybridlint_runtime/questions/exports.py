"""Files: MXNet's own, archives and ONNX."""

from __future__ import annotations

from ..report import Stage
from .base import Example, Probe, net

PROBES = [
    Probe(
        name="export",
        title="Export with MXNet",
        stage=Stage.REIMPORT,
        asks="Does the model return the same after MXNet's export() and SymbolBlock.imports?",
        why=(
            "export() writes the graph of hybrid_forward. What an overridden __call__ or forward does around it "
            "is silently missing from the file."
        ),
        remedy=(
            "Move it into hybrid_forward; or make the model a child of a HybridBlock, so that its calls are "
            "traced; or write an archive (export_tree), which includes it."
        ),
        bad=net("return F.relu(x)", methods=("def __call__(self, x):", "    return super().__call__(x) * 2")),
        good=net("return F.relu(x) * 2"),
        shares=("pair",),
        reproduced_by="export",
    ),
    Probe(
        name="archive",
        title="Archive",
        stage=Stage.REIMPORT,
        asks=(
            "Does the whole tree return the same outputs when it is written to an archive and loaded in a fresh "
            "process?"
        ),
        why=(
            "MXNet's export writes one graph. It loses the names of inputs and the structure of outputs, and "
            "silently leaves out parameters of unregistered blocks."
        ),
        remedy=(
            "Register every block and parameter; return tensors or nested lists of tensors; use operators that "
            "every build of MXNet has."
        ),
        bad=Example("""
import mxnet as mx
from mxnet.gluon import HybridBlock


class Double(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 2)


@mx.operator.register("double")
class DoubleProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Double()


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Custom(x, op_type="double")
"""),
        good=net(
            "return F.concat(self.dense(x), y), [x * 2]",
            takes="x, y",
            children=("self.dense = nn.Dense(4)",),
            inputs=((2, 3), (2, 4)),
        ),
        reproduced_by="export",
    ),
    Probe(
        name="onnx",
        title="ONNX",
        stage=Stage.ONNX,
        asks=("Does every outermost HybridBlock return the same when it is exported to ONNX and run by ONNX Runtime?"),
        why=(
            "MXNet's converter supports about a third of the operators, some of them only with certain arguments,"
            " and compares nothing. A file that loads and runs without an error may compute something else."
        ),
        remedy="Write the operation with operators that convert: the table `What converts` lists them.",
        bad=net("return F.linalg.gemm(x, x, x)", inputs=((2, 3, 3),)),
        good=net("return F.linalg.gemm2(x, x) + x", inputs=((2, 3, 3),)),
        default=False,
        reproduced_by="",
    ),
]
