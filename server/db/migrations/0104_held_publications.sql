-- A workflow may order what the company publishes as well as what employees send. A document that was published singly is
-- held by an approval of its own; those of a massive publication are held by one for all.

alter table workflows add column also_published boolean not null default false;

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check check (kind in ('document', 'change', 'leave',
  'publication', 'single_publication', 'person_seen', 'administrator', 'undo_unsubscribe', 'destruction'));
