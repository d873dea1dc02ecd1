# ruff: noqa
# mypy: ignore-errors
"""What is done with the value in the end: each cell takes a tensor `value` of rank 2 and leaves a tensor in `result`.

A cell whose name begins with `well` works in both phases; one that begins with `number` takes a Python number instead,
and does with it what a Symbol could not take. All others work in imperative execution only; `# here` marks their line.
"""

# %% shape
result = value * value.shape[0]  # here

# %% shape-in-reshape
result = value.reshape((value.shape[0], -1)) * 2  # here

# %% shape-unpacked
rows_u, columns_u = value.shape  # here
result = value / columns_u

# %% shape-by-getattr
result = value * getattr(value, "shape")[1]  # here

# %% size
result = value / value.size  # here

# %% ndim
result = value * 2 if value.ndim == 2 else value  # here

# %% dtype
result = value * F.ones_like(value).astype(value.dtype)  # here

# %% context
result = value + F.zeros((1,), ctx=value.context).sum()  # here

# %% transposed-attribute
result = F.dot(value, value.T)  # here

# %% grad-attribute
result = value * 2 if value.grad is None else value  # here

# %% stype
result = value * 2 if value.stype == "default" else value  # here

# %% asnumpy
result = value * float(value.asnumpy().max())  # here

# %% asscalar
result = value * value.sum().asscalar()  # here

# %% float
result = value * float(value.sum().asscalar())  # here

# %% detach
result = value * value.detach()  # here

# %% copy
result = value.copy() * 2  # here

# %% as-in-context
result = value.as_in_context(mx.cpu()) * 2  # here

# %% wait-to-read
value.wait_to_read()  # here
result = value * 2

# %% attach-grad
value.attach_grad()  # here
result = value * 2

# %% truth
result = value * 2 if value.sum() > 0 else value * 3  # here

# %% truth-if
if value.mean() > 0:  # here
    result = value * 2
else:
    result = value * 3

# %% truth-not
flag_u = not value.sum()  # here
result = value * (2 if flag_u else 3)

# %% truth-while
count_u = 0
while value.sum() * count_u < 1:  # here
    count_u += 1
result = value * count_u

# %% truth-assert
assert value.sum() > 0  # here
result = value * 2

# %% truth-bool
result = value * (3 if bool(value.sum() > 0) else 2)  # here

# %% truth-and
result = value * (2 if value.sum() > 0 and value.mean() > 0 else 3)  # here

# %% truth-in-comprehension
result = [n for n in (1, 2) if value.sum() > 0][0] * value  # here

# %% max
result = value * max(value.sum(), 1)  # here

# %% min
result = value * min(value.sum(), value.mean())  # here

# %% sorted
result = value * sorted([value.sum(), value.mean()])[0]  # here

# %% any
result = value * (2 if any(t.sum() > 0 for t in [value]) else 3)  # here

# %% chained-comparison
result = value * (2 if 0 < value.sum() < 100 else 3)  # here

# %% first-row
result = value[0] * 2  # here

# %% second-row
result = value[1] * 2  # here

# %% last-row
result = value[-1] * 2  # here

# %% rows
result = value[0:1] * 2  # here

# %% column
result = value[:, 0] * 2  # here

# %% mask-index
result = value[value > 0] * 2  # here

# %% ellipsis
result = value[..., 1] * 2  # here

# %% new-axis
result = value[None] * 2  # here

# %% iterated
total_u = 0
for row_u in value:  # here
    total_u = total_u + row_u
result = total_u * 2

# %% sum-of-rows
result = sum(value) * 2  # here

# %% list-of-rows
result = F.stack(*list(value)) * 2  # here

# %% rows-in-comprehension
result = F.stack(*[row * 2 for row in value])  # here

# %% rows-zipped
result = F.stack(*[a * b for a, b in zip(value, value)])  # here

# %% rows-enumerated
result = F.stack(*[row * n for n, row in enumerate(value)])  # here

# %% rows-unpacked
first_u, second_u = value  # here
result = first_u + second_u

# %% rows-starred
result = F.concat(*value, dim=0) * 2  # here

# %% length
result = value / len(value)  # here

# %% range-of-length
result = value * 1
for n_u in range(len(value)):  # here
    result = result * 2

# %% augmented-add
value += 1  # here
result = value * 2

# %% augmented-times
value *= 2  # here
result = value * 2

# %% item-assigned
value[0] = 1  # here
result = value * 2

# %% nd-function
result = mx.nd.relu(value) * 2  # here

# %% nd-imported
result = nd.concat(value, value, dim=1)  # here

# %% nd-constant
result = value * nd.ones((1,)).sum()  # here

# %% nd-array-of-number
result = value + mx.nd.array([1.0]).sum()  # here

# %% f-array
result = value + F.array([1.0]).sum() * 0 + value  # here

# %% reshape-numbers
result = value.reshape(-1, 1) * 2  # here

# %% reshape-two
result = value.reshape(3, -1) * 2  # here

# %% python-bool
result = value * True  # here

# %% broadcast-mean
result = value - F.mean(value, axis=1, keepdims=True)  # here

# %% broadcast-compare
result = value * (value > value.max(axis=1, keepdims=True))  # here

# %% broadcast-expand
result = value / value.sum(axis=0).expand_dims(0)  # here

# %% hasattr
result = value * 2 if hasattr(value, "shape") else value * 3  # here

# %% isinstance-array
result = value * 2 if isinstance(value, nd.NDArray) else value * 3  # here

# %% type-is-array
result = value * (2 if type(value) is mx.nd.NDArray else 3)  # here

# %% type-name
result = value * (2 if type(value).__name__ == "NDArray" else 3)  # here

# %% numpy-function
result = value * float(np.mean(value.asnumpy()))  # here

# %% math-function
result = value * math.sqrt(value.sum().asscalar())  # here

# %% format-shape
text_u = f"{value.shape}"  # here
result = value * len(text_u)

# %% except-attribute
try:
    n_u = value.shape[0]  # here
except ValueError:
    n_u = 1
result = value * n_u

# %% except-taken-while-tracing
try:
    n_u = value.shape[0]  # here
except AttributeError:
    n_u = 7
result = value * n_u

# %% no-gradient
result = F.shuffle(value) * 0 + value * F.argsort(value, axis=1, is_ascend=True).asnumpy().sum()  # here

# %% hash
result = {value: 1} and value * 2  # here

# %% membership
result = value * (2 if value.sum() in [value.sum(), 1.0] else 3)  # here

# %% equality-decides
result = value * (2 if (value == 1).sum() == 0 else 3)  # here

# %% index-of
result = value * (2 + [value.sum(), 2.0].index(value.sum()))  # here

# %% slice-in-loop
result = 0
for n_u in range(2):
    result = result + value[n_u]  # here

# %% round
result = value * round(float(value.mean().asscalar()), 1)  # here

# %% list-by-number
result = value * [1, 2, 3][int(value.sum().asscalar()) % 3]  # here

# %% while-rows
rows_u = []
position_u = 0
while position_u < len(value):  # here
    rows_u.append(value[position_u])  # here
    position_u += 1
result = F.stack(*rows_u)

# %% well-relu
result = F.relu(value) * 2

# %% well-method
result = value.sum(axis=1) * 2

# %% well-arithmetic
result = (1 - value) / 3 + value**2

# %% well-concat
result = F.concat(value, value * 2, dim=1)

# %% well-stack
result = F.stack(*[value, value * 2], axis=0)

# %% well-reshape
result = value.reshape((0, -1, 1)) * 2

# %% well-slice
result = value.slice_axis(axis=1, begin=0, end=2) * 2

# %% well-split
first_u, second_u, third_u = F.split(value, num_outputs=3, axis=1)
result = first_u * second_u + third_u

# %% well-split-iterated
result = sum(part for part in F.split(value, num_outputs=3, axis=1))

# %% well-split-length
parts_u = value.split(num_outputs=3, axis=1)
result = parts_u[0] * len(parts_u)

# %% well-broadcast
result = F.broadcast_sub(value, F.mean(value, axis=1, keepdims=True))

# %% well-is-none
result = value * 3 if value is None else value * 2

# %% well-list-length
result = value * len([value, value])

# %% well-iterated-list
result = 0
for item_u in [value, value * 2]:
    result = result + item_u

# %% well-row-of-list
result = [value, value * 2][1] * 3

# %% well-where
result = F.where(value > 0, value, -value)

# %% well-isinstance-list
result = value[0] if isinstance(value, (list, tuple)) else value * 2

# %% well-str
result = value * 2 if isinstance(value, str) else value * 3

# %% well-zeros-like
result = F.zeros_like(value) + value * 2

# %% well-sum-of-list
result = sum([value, value * 2])

# %% well-scalar
result = value * np.float32(2.5) + 1

# %% well-full-slice
result = value[:] * 2

# %% well-batch-dot
result = F.dot(value, value, transpose_b=True)

# %% well-take
result = F.take(value, F.zeros((1,)), axis=1) * 2

# %% well-augmented-list
parts_u = [value]
parts_u += [value * 2]
result = F.concat(*parts_u, dim=0)

# %% well-augmented-modulo
result = value * 2
result %= 3

# %% well-norm
result = F.broadcast_div(value, value.norm(axis=1, keepdims=True))

# %% well-repr
text_u = repr(type(value))
result = value * 2

# %% well-callable
result = value * (3 if callable(value.sum) else 2)

# %% number-truth
result = 2 if value > 2 else 3

# %% number-range
result = 1
for n_u in range(int(value)):
    result = result + n_u

# %% number-int
result = int(value) + 1

# %% number-max
result = max(value, 1)

# %% number-float
result = float(value) / 2

# %% number-not
result = 1 if not value else 4

# %% number-and
result = value and 5

# %% number-augmented
value += 1
result = value

# %% number-compared
result = [n for n in (1, 2, 3, 4) if n <= value][-1]

# %% number-while
result = 0
while result < value:
    result += 1

# %% number-format
result = len(f"{value}")

# %% number-math
result = math.sqrt(value)

# %% number-isinstance
result = value if isinstance(value, (int, float)) else 3

# %% number-key
result = {value: 6}[value]

# %% number-membership
result = 2 if value in (3, 4) else 5
