"""MXNet's random numbers are seeded for every model that draws some, and for no other."""

from __future__ import annotations

from typing import Any, Dict, List

import mxnet as mx
import pytest

from hybridlint_runtime import check
from hybridlint_runtime.model import seeding
from hybridlint_runtime.report import Verdict


def draws() -> Dict[str, Any]:
    """Name → a call that draws."""
    some = mx.nd.ones((4, 8))
    return {
        "uniform": lambda: mx.nd.random.uniform(shape=(1,)),
        "normal": lambda: mx.nd.random.normal(shape=(3, 4)),
        "gamma": lambda: mx.nd.random.gamma(shape=(2,)),
        "exponential": lambda: mx.nd.random.exponential(shape=(2,)),
        "poisson": lambda: mx.nd.random.poisson(shape=(2,)),
        "negative_binomial": lambda: mx.nd.random.negative_binomial(2, 0.5, shape=(2,)),
        "generalized_negative_binomial": lambda: mx.nd.random.generalized_negative_binomial(shape=(2,)),
        "randint": lambda: mx.nd.random.randint(0, 9, shape=(2,)),
        "multinomial": lambda: mx.nd.random.multinomial(mx.nd.array([0.5, 0.5])),
        "shuffle": lambda: mx.nd.random.shuffle(mx.nd.arange(9)),
        "like": lambda: mx.nd.random.normal_like(some),
        "of arrays": lambda: mx.nd.random.uniform(mx.nd.zeros((2,)), mx.nd.ones((2,))),
        "zipfian": lambda: mx.nd._internal._sample_unique_zipfian(range_max=9, shape=(1, 3)),
        "Dropout": lambda: mx.nd.Dropout(some, mode="always"),
        "Dropout of axes": lambda: mx.nd.Dropout(some, mode="always", axes=(0,)),
        "np.uniform": lambda: mx.np.random.uniform(size=(2,)),
        "np.normal": lambda: mx.np.random.normal(size=(2,)),
        "np.choice": lambda: mx.np.random.choice(9, 2),
        "np.multinomial": lambda: mx.np.random.multinomial(5, [0.5, 0.5]),
        "np.shuffle": lambda: mx.np.random.shuffle(mx.np.arange(9)),
        "np.gamma": lambda: mx.np.random.gamma(1.0, size=(2,)),
        "npx.bernoulli": lambda: mx.npx.random.bernoulli(prob=0.5, size=(9,)),
        "initializer": lambda: mx.gluon.nn.Dense(2, in_units=2).initialize(),
    }


@pytest.mark.parametrize("name", draws())
def test_every_draw_is_noticed(name: str) -> None:
    with pytest.raises(seeding.Drew), seeding.assuming_no_draws():
        seeding.seed_all(1)
        seeding.refuse_draws()
        draws()[name]()
        seeding.refuse_draws()


def test_what_draws_nothing_is_never_taken_for_a_draw() -> None:
    with seeding.assuming_no_draws():
        for number in range(3 * seeding._LOOKS):
            seeding.seed_all(number)
            (mx.nd.ones((2, 3)) + 1).sum().asscalar()
            seeding.refuse_draws()


class Plain(mx.gluon.HybridBlock):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.dense = mx.gluon.nn.Dense(3)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.dense(x)


class Noise(Plain):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.broadcast_add(self.dense(x), F.random.normal(shape=(1, 1)))


class NoiseInTraining(Plain):
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.Dropout(self.dense(x), p=0.5)


class WithDropout(mx.gluon.nn.HybridSequential):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.add(mx.gluon.nn.Dense(3), mx.gluon.nn.Dropout(0.5))


class MadeOfNoise(Plain):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.scale = float(mx.nd.random.uniform(shape=(1,)).asscalar())

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.dense(x) * self.scale


def begun(net: Any) -> int:
    """How often the check of `net` began, which has to pass."""
    events: List[Any] = []
    report = check(net, (2, 5), archive=False, on_event=events.append)
    assert report.verdict is Verdict.PASSED, str(report)
    names = [result.probe for result in report.probes]
    assert len(set(names)) == len(names)
    return sum(event["event"] == "asking" for event in events)


def test_the_check_of_a_model_that_draws_nothing_begins_once() -> None:
    assert begun(Plain) == 1


@pytest.mark.parametrize("net, times", [(Noise, 2), (NoiseInTraining, 2), (MadeOfNoise, 2), (WithDropout, 1)])
def test_a_model_that_draws_is_checked_with_seeds(net: Any, times: int) -> None:
    """For layers that are known to draw the probes do not even begin without."""
    assert begun(net) == times
