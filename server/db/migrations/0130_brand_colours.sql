-- The colours that a company had before, so that they can be taken again.
create table former_colours (
  company_id bigint not null references companies (id),
  id bigint generated always as identity,
  colours jsonb not null,
  replaced_at timestamptz not null,
  replaced_by bigint,
  primary key (company_id, id),
  foreign key (company_id, replaced_by) references users (company_id, id)
);
select app.tenant_table('former_colours', 'select, insert, delete');

-- Tells one logo of a company from the next in its address.
alter table companies add column logo_set_at timestamptz;
