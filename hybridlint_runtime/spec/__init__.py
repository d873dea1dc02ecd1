"""What to check: which model, with which inputs, on which contexts, how it is called, with which options."""
