"""Rewrites: what fixes write for the code that a finding is about.

A rewrite is a declaration in the catalogue: the code before, the code after, and questions to the analysis. flake8's
`ast` decides whether it applies; libcst quotes and changes the expression or the statement, and nothing else of the
file is parsed with it.
"""
