"""The traced graph of an entry point, and the analyses of it."""

from hybridlint.graph.gradients import Backward as Backward
from hybridlint.graph.gradients import Gradient as Gradient
from hybridlint.graph.nodes import ROWS as ROWS
from hybridlint.graph.nodes import Graph as Graph
from hybridlint.graph.nodes import Node as Node
