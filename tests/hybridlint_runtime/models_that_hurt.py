"""Models that harm their process. Run by `test_supervisor.py`, each in a worker process."""

import contextlib
import ctypes
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

import mxnet as mx
from mxnet.gluon import HybridBlock, nn


def nap():
    time.sleep(3600)


class LoopsForEver(HybridBlock):
    """Beside a thread that is in this file too."""

    def hybrid_forward(self, F, x):
        if F is mx.sym:
            threading.Thread(target=nap, daemon=True).start()
        while F is mx.sym:
            time.sleep(0.01)  # in which the core is free for the other models
        return x * 2


class HearsNothing(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
                signal.signal(number, signal.SIG_IGN)
            time.sleep(3601)
        return x * 2


class SleepsImperatively(HybridBlock):
    def hybrid_forward(self, F, x):
        time.sleep(3600)
        return x * 2


class ReadsNowhere(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            ctypes.string_at(0)
        return x * 2


class LeavesAtOnce(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            os._exit(0)
        return x * 2


class LeavesPolitely(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            sys.exit("that is enough")
        return x * 2


class DividesByZero(HybridBlock):
    def hybrid_forward(self, F, x):
        whole = x.astype("int32")
        return F.broadcast_div(whole, whole - whole)


class Talks(HybridBlock):
    def hybrid_forward(self, F, x):
        print('{"event": "report", "report": {"verdict": "passed"}}')
        os.write(1, b"\xff\xfe no text\n")
        os.write(2, b'{"event": "exit", "code": 0}\n')
        sys.stdout.write("x" * 200000)
        return F.relu(x)


class TakesAllMemory(HybridBlock):
    def hybrid_forward(self, F, x):
        taken = []
        while F is mx.sym:
            taken.append(mx.nd.ones((1 << 20,)))
            taken[-1].wait_to_read()
        return F.relu(x)


class LeavesThreads(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            threading.Thread(target=time.sleep, args=(3600,), name="left-behind").start()
        return F.relu(x)


class StopsItself(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            os.kill(os.getpid(), signal.SIGSTOP)
            time.sleep(3600)
        return F.relu(x)


class StopsItsGuard(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            os.kill(os.getppid(), signal.SIGSTOP)
            time.sleep(3600)
        return F.relu(x)


class WritesEverywhere(HybridBlock):
    def hybrid_forward(self, F, x):
        for descriptor in range(3, 64) if F is mx.sym else ():
            with contextlib.suppress(OSError):
                os.write(descriptor, b'{"event": "report", "report": {}, "complete": true}\nno line')
        return F.relu(x)


class Interrupts(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            raise KeyboardInterrupt("of the model itself")
        return F.relu(x)


class Forks(HybridBlock):
    """And goes on in both processes."""

    def hybrid_forward(self, F, x):
        if F is mx.sym:
            os.fork()
        return F.relu(x)


class LosesItsFolder(HybridBlock):
    """Goes into a folder of its own and leaves none."""

    def hybrid_forward(self, F, x):
        folder = tempfile.mkdtemp()
        os.chdir(folder)
        os.rmdir(folder)
        return F.relu(x)


class Deep(HybridBlock):
    """Nearly as deep as Python lets a net be called."""

    def __init__(self, depth=150):
        super().__init__()
        with self.name_scope():
            self.inner = Deep(depth - 1) if depth else nn.Activation("relu")

    def hybrid_forward(self, F, x):
        return self.inner(x)


class Forgets(HybridBlock):
    """While it is traced, an operator that fails is started, and nobody waits for it."""

    def hybrid_forward(self, F, x):
        if F is mx.sym:
            mx.nd.random.normal(0, -1, shape=(2,))
        return F.relu(x)


class HasChildren(HybridBlock):
    """Starts a process that leaves the process group, and one that is forked; writes all ids to $PIDS."""

    def hybrid_forward(self, F, x):
        if F is mx.sym:
            away = subprocess.Popen(["sleep", "3600"], start_new_session=True)
            forked = os.fork()
            if forked == 0:
                time.sleep(3600)
            with open(os.environ["PIDS"] + ".part", "w") as stream:
                stream.write(f"{os.getpid()} {os.getppid()} {away.pid} {forked}")
            os.rename(os.environ["PIDS"] + ".part", os.environ["PIDS"])
            time.sleep(3600)
        return F.relu(x)


class RaisesInside(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        raise ValueError("not with me")


@mx.operator.register("raises_inside")
class RaisesInsideProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return RaisesInside()


class Customised(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Custom(x, op_type="raises_inside")


class DiesTraining(HybridBlock):
    """Imperatively only, and only in training."""

    def hybrid_forward(self, F, x):
        if F is mx.nd and mx.autograd.is_recording():
            ctypes.string_at(0)
        return F.relu(x)


class _EndsInBackward(mx.autograd.Function):
    def forward(self, x):
        return x * 1

    def backward(self, gradient):
        return ctypes.string_at(0)


class DiesTrainedEitherWay(HybridBlock):
    """In the backward pass of what `forward` does beside the graph."""

    def forward(self, x):
        return _EndsInBackward()(super().forward(x))

    def hybrid_forward(self, F, x):
        return F.relu(x)


class DiesStatically(HybridBlock):
    """Hybridized in one way only; and it keeps a Symbol."""

    flags = {}

    def hybridize(self, active=True, **flags):
        self.flags = flags
        super().hybridize(active, **flags)

    def hybrid_forward(self, F, x):
        if F is mx.sym and self.flags.get("static_shape"):
            ctypes.string_at(1)
        self.kept = F.relu(x)
        return self.kept * 2


class Replaces(HybridBlock):
    """What every check needs."""

    def hybrid_forward(self, F, x):
        if F is mx.sym:
            mx.nd.NDArray.asnumpy = None
        return F.relu(x)


class DiesInside(HybridBlock):
    """In a block inside."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.body, self.head = nn.Dense(3, in_units=3), ReadsNowhere()

    def hybrid_forward(self, F, x):
        return self.head(self.body(x))


class RefusesToSay(Exception):
    def __str__(self):
        raise RuntimeError("not a word")

    __repr__ = __str__


class RaisesMute(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            raise RefusesToSay
        return F.relu(x)


class RaisesUnspeakable(HybridBlock):
    """What no file and no terminal should get, and too much of it."""

    def hybrid_forward(self, F, x):
        if F is mx.sym:
            raise ValueError("\ud800\x00\x1b[31m" + "x" * 5_000_000)
        return F.relu(x)


class CannotWrite(HybridBlock):
    def hybrid_forward(self, F, x):
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        return F.relu(x)
