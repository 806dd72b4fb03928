"""The first set, by which readers are built."""
from . import first_drawing, first_owners, first_producers, first_texts, first_unread

DONE = [*first_texts.files, *first_owners.files, *first_drawing.files, *first_unread.files, *first_producers.files]
