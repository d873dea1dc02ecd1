"""Equal nets from the user's code, which share arrays."""

from __future__ import annotations

from typing import Any, Callable, Dict, Mapping, Optional

from ..errors import CannotLook, ModelRaised, model_code
from ..mxnet_compat import import_mxnet
from ..structures import size_of
from . import parameters
from .memory import release
from .recording import seed_all
from .state import SharedState

mx = import_mxnet()

#: The number of elements of the parameters of a large model, of which no net may wait for the garbage collector.
_LARGE = 2**26


class Nets:
    """Makes nets with the same parameters. `recorded` is the net of the recorded run, once that has been made.

    `values` are the parameters of every net by structural name, known after that run. `shared` is the state that nets
    share, to be restored.
    """

    def __init__(
        self, make_net: Callable[[], Any], seed: int, context: Any, shared: Optional[SharedState] = None
    ) -> None:
        self._make_net = make_net
        self._seed = seed
        self._context = context
        self.shared = shared
        self.recorded: Any = None
        self.values: Optional[Dict[str, Any]] = None
        #: Whether neither standard execution changed a parameter; None until both are known.
        self.reads_only: Optional[bool] = None
        #: Whether an imperative training step changed no parameter that has a gradient; None until one was made.
        self.trains_without_writing: Optional[bool] = None
        #: How many nets were made.
        self.made = 0
        #: Whether a net was trained since the gradients, which all nets share, were zero.
        self.trained = False
        #: The parameters of the recorded net by name, once another net has been made.
        self._owned: Optional[Dict[str, Any]] = None
        #: Whether the recorded net has its own values although nothing writes to them in inference.
        self._separate = False

    def make(self, values: Optional[Mapping[str, Any]] = None) -> Any:
        """Return a net from the user's code, seeded; parameters that it left uninitialized are initialized.

        With `values` its parameters get these (see `parameters.initialise`).
        """
        return self._made(values, None)

    def _made(
        self, values: Optional[Mapping[str, Any]], lender: Optional[parameters.Lender], defer: bool = False
    ) -> Any:
        self.made += 1
        self.restore_shared()
        self.release_if_large()  # nets made before: a probe may make many
        seed_all(self._seed)
        with model_code():
            net = self._make_net()
            if self.shared is None:  # there is no tree of blocks if an `__init__` does not call that of Block
                self.shared = SharedState(net)
        parameters.copy_initializers(net)
        if self.recorded is not None:
            parameters.name_alike(net, self.recorded)
        if parameters.draws(net, values):
            seed_all(self._seed)  # which takes MXNet a millisecond
        try:
            with model_code():
                parameters.initialise(net, self._context, values, lender, defer)
        except ModelRaised as raised:
            if values is None or not isinstance(raised.error, AssertionError):
                raise
            raise CannotLook(
                f"the model is another one each time that it is made, with the same seeds: {raised}"
            ) from raised.error
        return net

    def with_open_shapes(self) -> Any:
        """Return a fresh net whose parameters get their usual values in the first call, if the model leaves their
        shapes open."""
        return self._made(self.values, None, defer=True)

    def fresh(self, values: Optional[Mapping[str, Any]] = None, writes: bool = True, trains: bool = False) -> Any:
        """Return a net whose parameters equal those of every other fresh net, or `values` (structural name → NDArray).

        Its gradients are shared with other nets, so only one is trained at a time. Its values are shared too if its use
        `writes` to no parameter and the model itself was seen to write to none; if it only `trains` (forward and
        backward passes, without an optimizer), those of parameters that have a gradient.
        """
        if values is not None or self.recorded is None:
            return self._made(self.values if values is None else values, None)
        return self._made(self.values, self._lender(self.shared_in(writes, trains)))

    def shared_in(self, writes: bool, trains: bool) -> parameters.Shared:
        """Return which values nets may share whose use is as described in `fresh`."""
        if self.reads_only and not writes:
            return parameters.Shared.ALL
        trained = self.reads_only and trains and self.trains_without_writing
        return parameters.Shared.TRAINED if trained else parameters.Shared.NONE

    def observe_training(self, net: Any) -> None:
        """Find out whether the first training step, which `net` has made imperatively, wrote to what it trains."""
        if self.trains_without_writing is None:
            self.trains_without_writing = parameters.equal(net, self.values or {}, trained=True)

    def separate_recorded(self) -> None:
        """Give the recorded net its own values.

        Training may write to them even if calls in inference do not, and the changes must not reach other nets.
        """
        if self.reads_only and not self._separate:
            self.lend(self.recorded, parameters.Shared.NONE)
            self._separate = True

    def share_recorded(self) -> None:
        """Let the recorded net share its values with others again, which undoes its changes."""
        if self._separate:
            self.lend(self.recorded)
            self._separate = False

    def lend(self, net: Any, shared: parameters.Shared = parameters.Shared.ALL) -> None:
        """Set the parameters of `net` to their usual values: the `shared` arrays, or copies."""
        parameters.load(net, self.values or {}, self._context, self._lender(shared))

    def _lender(self, shared: parameters.Shared) -> parameters.Lender:
        """Return what lends arrays to nets, whose gradients are zero."""
        if self._owned is None:
            self._owned = parameters.parameters_of(self.recorded)
        if self.trained and shared is not parameters.Shared.ALL:
            parameters.zero_gradients(self.recorded)
            self.trained = False
        return parameters.Lender(self._owned, self.values or {}, shared)

    def release_if_large(self) -> None:
        """Free the memory of earlier nets and runs if parameters take much."""
        if sum(size_of(value) for value in (self.values or {}).values()) > _LARGE:
            release()

    def restore_shared(self) -> None:
        """Restore the state that nets share to that before the first was made."""
        if self.shared is not None:
            self.shared.restore()
