"""The SQL files next to this one, for the peers that import a price list."""

import os

HERE = os.path.dirname(os.path.abspath(__file__))


def script(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as source:
        return source.read()
