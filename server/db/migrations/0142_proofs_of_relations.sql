-- A relation that waits for a second factor rests on what opened the first user when it was proved: how often somebody else
-- had changed that by then. A row from before has none, and its relation is proved anew.
alter table relation_proofs add column other_changes int;
