"""The files of a set: how each is made and how it is drawn."""
from . import reportlab_pages as rl


class Files(list):
    """(make, draw) of each file, in the order in which they stand in the code."""

    def add(self, draw):
        def keep(make):
            self.append((make, draw))
            return make
        return keep


def by_reportlab(**how):
    return lambda book, path: rl.draw(book, path, **how)
