"""The archive: a whole tree of blocks to a folder and back. `docs/archive-format.md` specifies the folder."""
