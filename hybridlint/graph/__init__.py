"""The traced graph of an entry point, and the analyses of it."""

from hybridlint.graph.gradients import Backward as Backward, Gradient as Gradient
from hybridlint.graph.nodes import ROWS as ROWS, Graph as Graph, Node as Node
