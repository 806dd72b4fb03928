-- Employees who stand on a receipt's pages by an id or by their whole name. Of two or more it can be given to none by hand.
alter table publication_items add column shows bigint[] not null default '{}';
-- The bell shows to who asked that a second person rejected it.
create index approvals_rejected on approvals (company_id, opened_by, ended_at) where state = 'rejected';
