"""How a failure is told: the line of the user's that it comes from, and the rule that explains it."""
