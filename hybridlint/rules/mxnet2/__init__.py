"""HYB8: MXNet 2, whose graphs are recorded while `forward` runs with arrays. One module per subject."""
