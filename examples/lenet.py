"""LeNet for MNIST, as in MXNet's tutorial on handwritten digits, written as a HybridBlock. It hybridizes.

hybridlint-runtime check examples/lenet.py:LeNet --shape 16,1,28,28
"""

from mxnet import gluon
from mxnet.gluon import nn


class LeNet(gluon.HybridBlock):
    """Scores for ten digits: (batch, 1, 28, 28) → (batch, 10)."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.conv1 = nn.Conv2D(channels=20, kernel_size=5, activation="tanh")
            self.pool1 = nn.MaxPool2D(pool_size=2, strides=2)
            self.conv2 = nn.Conv2D(channels=50, kernel_size=5, activation="tanh")
            self.pool2 = nn.MaxPool2D(pool_size=2, strides=2)
            self.fc1 = nn.Dense(500)
            self.fc2 = nn.Dense(10)

    def hybrid_forward(self, F, x):
        x = self.pool1(self.conv1(x))
        x = self.pool2(self.conv2(x))
        # 0 keeps the batch size, -1 infers the rest: this needs no shape, which a Symbol does not have.
        x = x.reshape((0, -1))
        return self.fc2(F.tanh(self.fc1(x)))
