"""A graph convolution over a dense adjacency matrix."""
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn, HybridBlock


class GraphConv(HybridBlock):
    def __init__(self, units, in_units, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(in_units, units))

    def hybrid_forward(self, F, x, adj, weight):
        degree = adj.sum(axis=-1, keepdims=True)
        adj = adj / degree
        n = x.shape[1]
        h = F.dot(x.reshape((-1, x.shape[2])), self.weight.data())
        h = h.reshape((-1, n, h.shape[-1]))
        return F.batch_dot(adj, h)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.readout = "mean"
        with self.name_scope():
            self.convs = [GraphConv(8, 4), GraphConv(6, 8)]
            for c in self.convs:
                self.register_child(c)
            self.unused = [nn.Dense(3), nn.Dense(2)]
            self.head = nn.Dense(2)

    def hybrid_forward(self, F, x, adj):
        eye = nd.eye(x.shape[1])
        adj = adj + eye
        for conv in self.convs:
            x = nd.relu(conv(x, adj))
        if self.readout == "mean":
            g = x.sum(axis=1) / x.shape[1]
        else:
            g = x.max(axis=1)
        outs = [self.head(g), g.copy()]
        both = F.concat(*outs, dim=1)
        for row in both:
            row
        return both, tuple(x[:, 0] for _ in range(2))
