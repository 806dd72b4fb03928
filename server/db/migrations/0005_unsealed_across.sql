-- The sealer asks in one trip which companies have events that no root covers yet; of the events it sees no more.
create policy across on events for select to legajo_across using (seal_id is null);
grant select (company_id, seal_id) on events to legajo_across;
