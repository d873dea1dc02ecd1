"""Entry points of the analysis: every `hybrid_forward` of the file, every function of a HybridLambda."""

from __future__ import annotations

import ast
import collections
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Iterator, List, Mapping, NamedTuple, Optional

from hybridlint.divergences import Kind
from hybridlint.events import (
    BinaryOperation,
    Event,
    HybridForward,
    Iteration,
    LengthOf,
    NoGraph,
    OperatorCall,
    ReadAsList,
    Returned,
    Subscript,
    TensorKept,
    Unpacking,
    UnusedInput,
)
from hybridlint.facts import Facts, name_of_function
from hybridlint.interpreter.engine import functions
from hybridlint.interpreter.engine.frames import Frame, Scope
from hybridlint.interpreter.engine.state import Entry
from hybridlint.interpreter.engine.store import Carried, Key
from hybridlint.interpreter.lifecycle import classes, construction, effects, evidence, inputs, liveness
from hybridlint.interpreter.syntax import statements
from hybridlint.shapes import definitely_differ, may_differ
from hybridlint.syntax import (
    COMPOUND,
    FUNCTION_DEFS,
    FunctionDef,
    Parameter,
    attribute_key,
    identifiers,
    is_abstract,
    nodes_below,
    parameters,
)
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Arguments,
    Block,
    Class,
    Function,
    Imported,
    Self,
    Tensor,
    Value,
    parameters_among,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Run

#: Maximum number of runs of one entry point to reach a fixed point of the facts about its inputs and state.
_ATTEMPTS = 4


def run_all(run: Run) -> None:
    """Run the code of the file that builds blocks, then each entry point; end where this shows that the blocks of other
    files are needed, with which it is run again."""
    with run.before_calls():
        _interpret_top_level(run)
    # Parents come after their children in the file, and determine how those are constructed.
    for name, node in reversed(run.module.own_classes()):
        if classes.is_block(run, name) or classes.find_method(run, name, "hybrid_forward") is not None:
            with run.budget_of(node):
                construction.attributes(run, name)
            if id(node) in run.limits:
                run.structure.construct(name, attributes={}, dynamic=UNKNOWN, begun=True)
    with run.construction_of(""):
        _interpret_uncalled_helpers(run)
    construction.note_hidden_blocks(run)
    # Parents come after their children in the file, and determine what those are called with.
    for name, node in reversed(run.module.own_classes()):
        if id(node) not in run.limits and _may_have_run(run, name, node):  # its attributes are known
            with run.budget_of(node):
                _run_class(run, name, node)
            if needs_other_blocks(run):
                return
    for helper in run.module.functions.values() if not run.recording else ():
        with run.budget_of(helper):
            _run_helper(run, helper)
    for function in {function.key: function for function in run.structure.lambdas}.values():
        with run.budget_of(function.node):
            _run_lambda(run, function)


def needs_other_blocks(run: Run) -> bool:
    """Return whether an event reads an element or the length of what a block of another file returns, which may be a
    list of tensors, or one; or multiplies two such results: the shapes of a gate and of what it scales often differ."""
    if not run.of_unanalysed:
        return False
    events = list(run.events.values())
    read = [event.tensor for event in events if isinstance(event, (Iteration, LengthOf, Subscript))]
    products = [event for event in events if isinstance(event, BinaryOperation) and event.operator == "*"]
    return any(_is_of_other_block(run, value) for value in read) or any(
        _is_of_other_block(run, event.left) and _is_of_other_block(run, event.right) for event in products
    )


def _is_of_other_block(run: Run, value: Value) -> bool:
    """Return whether `value` is what a block of another file returns, or a part of it."""
    if not isinstance(value, Tensor) or not value.is_anything or value.node is None:
        return False
    return value.node.derives_from(run.of_unanalysed)


def _may_have_run(run: Run, name: str, node: ast.ClassDef) -> bool:
    """Return whether the facts leave open that code of a class ran; findings in other code are dropped."""
    lines = run.facts.lines
    end = node.end_lineno or node.lineno
    return lines is None or name in run.facts.blocks or not lines.isdisjoint(range(node.lineno, end + 1))


def _run_class(run: Run, name: str, node: ast.ClassDef) -> None:
    """Run the method of a class that is traced: for each call that the facts record, or else for each way in which the
    file constructs the class."""
    method = classes.find_method(run, name, run.entry_method)
    if run.recording:
        _note_hybrid_forward(run, name)
    if method is None:
        if not run.recording:
            _note_missing_hybrid_forward(run, name, node)
        return
    if not _makes_graph(run, name) or _refuses_hybridize(run, name) or _is_mixin(run, name):
        return
    enclosing = run.structure.enclosing.get(method[0])
    if name in run.facts.blocks:
        for known in run.facts.blocks[name]:
            with construction.with_facts(run, name, known):
                _run_entry(run, name, method[0], method[1], 1, enclosing)
        return
    before = len(run.events)
    _run_entry(run, name, method[0], method[1], 1, enclosing)
    configurations = construction.configurations(run, name)
    if construction.is_made_by_defaults(run, name) and _lengths_matter(run, method[1], before):
        configurations = [functions.NO_ARGUMENTS]
    outcomes = [construction.outcome(run, name)] if configurations else []
    for arguments in configurations:
        # The configuration decides tests of the attributes.
        with construction.constructed(run, name, arguments, UNKNOWN), run.of_configuration():
            outcome = construction.outcome(run, name)
            if outcome not in outcomes:
                outcomes.append(outcome)
                _run_entry(run, name, method[0], method[1], 1, enclosing)


def _lengths_matter(run: Run, function: FunctionDef, before: int) -> bool:
    """Return whether the meaning of an event at a node of `function`, after those recorded `before`, depends on lengths
    that are not known."""
    own = {id(below) for below in nodes_below(function)}
    return any(_depends_on_lengths(event) for event in list(run.events.values())[before:] if id(event.node) in own)


def _depends_on_lengths(event: Event) -> bool:
    """Return whether the meaning of an event depends on lengths that are not known: operands that may have to be
    broadcast, or the number of outputs of an operator."""
    if isinstance(event, BinaryOperation):
        left, right = event.left, event.right
        if not isinstance(left, Tensor) or not isinstance(right, Tensor):
            return False
        if left.shape is None or right.shape is None or left.shape.joins or not left.identity:
            return True
        return may_differ(left.shape, right.shape) and not definitely_differ(left.shape, right.shape)
    return isinstance(event, (Iteration, LengthOf, Subscript, Unpacking)) and event.tensor.outputs is None


def _run_lambda(run: Run, function: Function) -> None:
    """Run the function of a HybridLambda, for each call that the facts record."""
    for facts in _facts_of_function(run.facts, function.node):
        with run.with_facts(facts):
            _run_entry(run, None, None, function.node, 0, function.scope)


def _run_helper(run: Run, helper: FunctionDef) -> None:
    """Run a function for each call by code of another file that the facts record. Without facts, one that takes `F` is
    run in a file without classes."""
    own = parameters(helper).positional
    takes_namespace = bool(own) and own[0].name == "F"
    for facts in _facts_of_function(run.facts, helper):
        if facts is not run.facts or takes_namespace and not run.module.own_classes():
            with run.with_facts(facts):
                _run_entry(run, None, None, helper, 0 if takes_namespace else -1, None, guessed=True)


def _facts_of_function(facts: Facts, node: Any) -> List[Facts]:
    """Return the facts of each recorded call of a function, as facts of the class ""."""
    decorators = getattr(node, "decorator_list", ())
    line = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    known = facts.blocks.get(name_of_function(getattr(node, "name", "<lambda>"), line), ())
    return [facts.only("", item) for item in known] or [facts]


def _makes_graph(run: Run, name: str) -> bool:
    """Return whether a class yields a graph. With `forward` its base has to be a HybridBlock; with `hybrid_forward` it
    suffices that the base may be one."""
    hybrid = classes.is_hybrid(run, name)
    return hybrid is True if run.recording else hybrid is not False


def _note_hybrid_forward(run: Run, name: str) -> None:
    """Record a hybrid block that defines `hybrid_forward`, which MXNet 2 cannot create."""
    own = classes.methods(run, name).get("hybrid_forward")
    if own is not None and classes.is_hybrid(run, name) is not False:
        held = parameters_among(construction.attributes(run, name))
        run.note_structure(HybridForward(own, name, tuple(held)))


def _refuses_hybridize(run: Run, name: str) -> bool:
    """Return whether `hybridize` of a class raises and does not call that of a base."""
    method = classes.find_method(run, name, "hybridize")
    if method is None or "super" in identifiers(method[1].body):
        return False
    return any(isinstance(below, ast.Raise) for below in nodes_below(method[1].body))


def _is_mixin(run: Run, name: str) -> bool:
    """Return whether a class is a mixin: not a block itself, but a base of hybrid blocks of the file."""
    if not classes.is_plain(run, name):
        return False
    heirs = [other for other in list(run.module.classes) if other != name and name in classes.lineage(run, other)]
    return any(classes.is_hybrid(run, heir) for heir in heirs)


def _interpret_top_level(run: Run) -> None:
    """Run the statements and functions that build blocks, to collect the structure of these."""
    frame = Frame(Scope())
    for statement in run.module.body:
        if isinstance(statement, ast.ClassDef):
            functions.apply_decorators(run, statement, Class(run.module.class_key(statement)), None)
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            pass  # a name is looked up where it is read
        elif not isinstance(statement, FUNCTION_DEFS):
            with _as_driver(run, statement):
                run.execute([statement], frame)
            _publish_globals(run, frame)
        elif run.module.functions.get(statement.name) is statement:
            run.set_global(statement.name, functions.decorated(run, Function(statement, id(statement))))
    for function in _building_functions(run, helpers=False):
        with _as_driver(run, function):
            _interpret_function(run, function)
    # Every entry point begins with an empty store.
    for name, value in run.globals.items():
        run.set_global(name, run.load(value))


def _building_functions(run: Run, helpers: bool) -> List[FunctionDef]:
    """Return the functions that may build blocks: those that are helpers of the file, or the others."""
    building = filter(run.module.concerns_hybridization, run.module.functions.values())
    return [function for function in building if _is_helper_of_file(run, function) is helpers]


def _interpret_function(run: Run, function: FunctionDef) -> None:
    """Run a function of the file with unknown arguments."""
    inner = Frame(Scope(outlives_call=True))
    functions.bind(run, function, inner, None, functions.NO_ARGUMENTS)
    run.execute(function.body, inner)
    for name in _classes_in(run, function):
        run.structure.enclose(name, inner.scope)


def _classes_in(run: Run, function: FunctionDef) -> List[str]:
    """Return the keys of the classes that are defined in a function."""
    first, last = function.lineno, function.end_lineno or function.lineno
    return [name for name, node in run.module.own_classes() if first < node.lineno <= last]


def _is_helper_of_file(run: Run, function: FunctionDef) -> bool:
    """Return whether a function is private, is used in the file, and defines no class."""
    private = function.name.startswith("_") and run.module.mentions(function.name) > 1
    return private and not _classes_in(run, function)


def _interpret_uncalled_helpers(run: Run) -> None:
    """Run the private functions that nothing has called so far, as if they were public."""
    for function in _building_functions(run, helpers=True):
        if id(function) not in run.called:
            with _as_driver(run, function):
                _interpret_function(run, function)


@contextmanager
def _as_driver(run: Run, node: Any) -> Iterator[None]:
    """Run code of the module that may build blocks with a budget of its own. If it exceeds that, it may build any block
    that it names in other ways, too."""
    done = False
    with run.budget_of(node, is_driver=True):
        yield
        done = True
    for name in () if done else identifiers([node]) & set(run.module.classes):
        run.structure.make(name, "", Arguments())


def _publish_globals(run: Run, frame: Frame) -> None:
    """Move the constants that a statement of the module assigned to `run.globals`, where functions of the file read
    them. A name that is assigned several times stays out: any of its values is possible."""
    for name, nodes in run.module.constants.items():
        if len(nodes) == 1 and name in frame.scope.names and name not in run.globals:
            run.set_global(name, frame.scope.names[name])
            frame.scope.forget(name)


def _run_entry(
    run: Run,
    name: Optional[str],
    owner: Optional[str],
    node: Any,
    skip: int,
    scope: Optional[Scope],
    guessed: bool = False,
) -> None:
    """Run an entry point until a fixed point: `hybrid_forward` of class `name`, the function of a HybridLambda, or a
    function that takes `F` and may be called from other files (`guessed`). `skip` is the number of parameters before
    `F`."""
    numpy = (
        run.recording or run.module.numpy.everywhere or any(key in run.module.numpy.classes for key in (name, owner))
    )
    inner = guessed or construction.is_inner(run, id(node) if name is None else name)
    with run.events_apart():
        carried = Carried() if name is None else _changes_by_callers(run, name)
        outcome = _last_attempt(run, name, owner, node, skip, scope, Entry(inner, guessed, numpy, carried=carried))
        _note_outcome(run, name, node, skip, outcome)


def _note_outcome(run: Run, name: Optional[str], node: Any, skip: int, outcome: _Outcome) -> None:
    """Record what the last attempt to run an entry point shows."""
    read_after = run.attempt.read_after | run.structure.read_by_others
    for key, stores in run.entry.carried.stores.items():
        holder = run.code(next(iter(stores.values()))[0])
        if key[0] in run.module.classes:
            holder = f"{key[0] if holder.startswith(f'{key[0]}.') else 'self'}.{key[1]}"
        if effects.is_put_back(run, key):
            continue
        read = "before" if key in run.attempt.read_before else "after" if key in read_after else ""
        if read == "after" and name is not None and _is_read_elsewhere(run, name, key):
            read = ""
        places = [(reader, next(iter(stores.values()))[1]) for reader in run.attempt.read_at(key)]
        for place, value in places if read == "before" and places else stores.values():
            run.emit(TensorKept(place, holder, value, read))
    for parameter in parameters(node).positional[skip + 1 :]:
        if parameter.name in run.entry.read_as_lists:
            run.emit(ReadAsList(parameter.node, parameter.name))
    abstract = not isinstance(node, ast.Lambda) and is_abstract(node)
    for parameter in () if run.entry.guessed or abstract else outcome.unread:
        run.emit(UnusedInput(parameter.node, parameter.name))
    called = [call.block for call in run.attempt.block_calls]
    if any(block.infers_sizes and block.identity not in outcome.unused.layers for block in called):
        _note_lengths_by_values(run)
        if name is not None:
            _note_never_in_graph(run, name, node, outcome.unused)


class _Outcome(NamedTuple):
    """What a run of an entry point shows: the names of its inputs, the parameters that no output depends on, and what
    else its graph does not use."""

    titles: List[str]
    unread: List[Parameter]
    unused: liveness.Unused


def _last_attempt(
    run: Run, name: Optional[str], owner: Optional[str], node: Any, skip: int, scope: Optional[Scope], entry: Entry
) -> _Outcome:
    """Run an entry point, of which `entry` is known, until its inputs and its state are known."""
    for _ in range(_ATTEMPTS):
        run.begin_attempt(entry)
        before = entry.numpy, entry.carried.size
        outcome = _attempt(run, name, owner, node, skip, scope)
        effects.note_varying(run)
        run.learn(carried=run.attempt.store.carried)
        news = evidence.decide(run, outcome.titles)
        entry = run.entry
        if not news and before == (entry.numpy, entry.carried.size):
            break
    return outcome


#: Methods that call `hybrid_forward`. What else they do is no part of the graph.
_CALLERS = ("__call__", "forward")


def _changes_by_callers(run: Run, name: str) -> Carried:
    """Return what the callers of `hybrid_forward` in class `name` change from call to call."""
    changes = Carried()
    for title in _CALLERS:
        if title == run.entry_method:
            continue
        method = classes.find_method(run, name, title)
        if method is None:
            continue
        run.begin_attempt(Entry())
        frame = Frame(Scope(), instance=name, owner=method[0])
        functions.bind(run, method[1], frame, Self(name), functions.NO_ARGUMENTS)
        with run.imperative_phase():
            run.execute(method[1].body, frame)
            effects.note_varying(run)
            left = run.attempt.store.carried
            changes = Carried({}, changes.varying | left.varying, changes.varying_entries | left.varying_entries)
    return changes


def _is_read_elsewhere(run: Run, name: str, key: Key) -> bool:
    """Return whether a public method or property of class `name` that the file does not use reads an attribute, so that
    other files may."""
    if key[0] != name:
        return False
    methods = (method for current in classes.lineage(run, name) for method in classes.methods(run, current).items())
    return any(
        _reads(method, key[1])
        for title, method in methods
        if not title.startswith("_") and title != "hybrid_forward" and title not in run.module.attributes_of_self
    )


def _reads(method: FunctionDef, attribute: str) -> bool:
    """Return whether a method may read an attribute of `self` before it assigns that."""
    for statement in method.body:
        below = nodes_below(statement)
        augmented = {id(node.target) for node in below if isinstance(node, ast.AugAssign)}
        named = [node for node in below if attribute_key(node) == f"self.{attribute}"]
        if any(not isinstance(node.ctx, ast.Store) or id(node) in augmented for node in named):
            return True
        if named and not isinstance(statement, COMPOUND):
            return False
    return False


#: Operators whose output shape MXNet knows only after it has executed them (measured).
_LENGTH_BY_VALUES = ("contrib.boolean_mask",)


def _note_lengths_by_values(run: Run) -> None:
    """Record the operators that prevent MXNet from inferring the sizes of the layers of a graph."""
    for event in list(run.events.values()):
        if isinstance(event, OperatorCall) and event.phase == "both" and event.path in _LENGTH_BY_VALUES:
            run.observe(event.node, Kind.LENGTH_BY_VALUES, path=event.path)


#: Names through which code accesses children and attributes without naming them.
_INDIRECT = ("_children", "__dict__", "vars", "getattr", "children")


def _note_never_in_graph(run: Run, name: str, node: Any, unused: liveness.Unused) -> None:
    """Record the parameters and blocks that a graph does not use, if MXNet has to infer sizes from it."""
    if not all(title.endswith(".HybridBlock") for title in classes.foreign_names(run, name)):
        return
    held, read = construction.attributes(run, name), identifiers(node.body)
    own, blocks = parameters_among(held), {title: value for title, value in held.items() if isinstance(value, Block)}
    for call in {id(call): call for call in unused.layers.values()}.values():
        run.observe(call, Kind.NEVER_IN_GRAPH, what=f"the result of `{run.code(call)}`")
    for last in unused.last_rounds:
        run.observe(last, Kind.NEVER_IN_GRAPH, what=f"the last result of `{run.code(last)}`")
    for parameter in parameters(node).positional:
        title = parameter.name
        if title in own and (title not in read or title in unused.arguments):
            run.observe(parameter.node, Kind.NEVER_IN_GRAPH, what=f"`{title}`")
    if any(map(run.module.mentions, _INDIRECT)):
        return
    if len(classes.related(run, name)) == 1:
        _note_uncalled_layers(run, blocks)
    counts = collections.Counter(block.identity for block in blocks.values())
    for title, block in blocks.items():
        # A block may have two names.
        if counts[block.identity] == 1 and construction.has_own_parameters(run, block):
            assigned = run.structure.assigned.get(block.identity)
            mentions = run.module.mentions(title)
            if mentions > 1:
                mentions -= run.module.uses_of_own(title, classes.related(run, name)) + run.module.operators_of_f[title]
            if assigned is not None and mentions == 1:
                run.observe(assigned, Kind.NEVER_IN_GRAPH, what=f"`self.{title}`")


def _note_uncalled_layers(run: Run, held: Mapping[str, Block]) -> None:
    """Record the layers of each Sequential among the attributes that nothing calls, where others of it are called."""
    called = {call.block.identity for call in run.attempt.block_calls if not call.block.children}
    if 0 in called or run.attempt.uncounted:
        return
    for title, block in held.items():
        own = run.module.mentions(title) == run.module.uses_of_own(title, ())  # no other block calls its children
        if not own or block.children_vary:
            continue
        layers = [layer for child in block.children or () for layer in child.blocks() if not layer.children]
        assigned = run.structure.assigned.get(block.identity)
        if assigned is None or len(layers) < len(block.children or ()):  # what is no layer may be called otherwise
            continue
        left = [number for number, layer in enumerate(layers) if layer.identity not in called]
        for number in left if len(left) < len(layers) else ():
            if construction.has_own_parameters(run, layers[number]):
                run.observe(assigned, Kind.NEVER_IN_GRAPH, what=f"`self.{title}[{number}]`")


def _attempt(
    run: Run, name: Optional[str], owner: Optional[str], node: Any, skip: int, scope: Optional[Scope]
) -> _Outcome:
    """Run an entry point once."""
    frame = Frame(Scope({}, scope), instance=name, owner=owner, entry=True)
    positional = parameters(node).positional
    if name is not None and positional:
        frame.scope.assign(positional[0].name, Self(name))
    titles = inputs.bind_inputs(run, name, node, frame, skip)
    given = dict(frame.scope.names)
    if isinstance(node, ast.Lambda):
        value = run.evaluate(node.body, frame)
        statements.return_value(run, node.body, value, frame)
    else:
        own = Function(node, id(node), None, None, owner)
        made = functions.decorated(run, own)
        ran = made if isinstance(made, Function) else own
        if ran.node is not node:
            frame = _frame_of_wrapper(run, node, ran, frame)
        alive = functions.run_entry(run, ran, frame)
        if alive and not frame.returns and not is_abstract(ran.node) and not run.entry.inner:
            run.emit(Returned(node, NONE))
    unused = liveness.note(run, frame, given)
    read = identifiers(node.body) - (set() if run.recording else unused.arguments)
    unread = [p for p in positional[skip + (not run.recording) :] if p.name in titles and p.name not in read]
    return _Outcome(titles, unread, unused)


def _frame_of_wrapper(run: Run, node: FunctionDef, wrapper: Function, inner: Frame) -> Frame:
    """Return the frame of the wrapper that a decorator returned for an entry point, with the same arguments bound."""
    given = inner.scope.names
    declared = parameters(node)
    positional = [given[parameter.name] for parameter in declared.positional]
    starred = None if declared.star is None else given.get(declared.star.name)
    positional += [] if starred is None else starred.possible_parts()
    frame = Frame(Scope({}, wrapper.scope), inner.instance, wrapper.owner, entry=True)
    functions.bind(run, wrapper.node, frame, None, Arguments(tuple(positional), (), starred is not None))
    return frame


def _note_missing_hybrid_forward(run: Run, name: str, node: ast.ClassDef) -> None:
    """Record a direct subclass of HybridBlock that overrides `forward` alone and may be the outermost block."""
    if construction.is_inner(run, name):  # its operators are part of its parent's graph
        return
    own = classes.methods(run, name).get("forward")
    direct = [base for base in classes.bases(run, name) if isinstance(base, Imported)]
    if own is not None and any(base.name.endswith(".HybridBlock") for base in direct):
        if not is_abstract(own) and not _calls_base(own):
            run.note_structure(NoGraph(own, node.name))


def _calls_base(forward: FunctionDef) -> bool:
    """Return whether `forward` calls that of a base: `super().forward(x)` or `HybridBlock.forward(self, x)`."""
    if "super" in identifiers(forward.body):
        return True
    own = parameters(forward).positional
    receiver = own[0].name if own else None
    return any(
        isinstance(call, ast.Call)
        and getattr(call.func, "attr", "") == "forward"
        and any(getattr(argument, "id", None) == receiver for argument in call.args[:1])
        for call in nodes_below(forward.body)
    )
