-- Layouts that a publication's file taught, until it is published: what its pages show of where their owners stand.
-- `layouts`: the kept ones that its pages were read by.
alter table publications add column learned jsonb check (learned is null or jsonb_typeof(learned) = 'array');
alter table publications add column layouts bigint[] not null default '{}';

-- Layouts of a type's payrolls, by which its files of few receipts are read. A later publication of the same layout
-- makes its next version. They hold places, hashes of words and the numbers of employees who sign.
create table reading_layouts (
  company_id bigint not null references companies (id),
  id bigint generated always as identity,
  type_id bigint not null,
  -- Counted within the type; all versions of one layout share it.
  layout int not null,
  version int not null,
  process_id bigint not null,
  people int not null,
  taught jsonb not null check (jsonb_typeof(taught) = 'object'),
  kept_at timestamptz not null,
  forgotten_at timestamptz,
  primary key (company_id, id),
  unique (company_id, type_id, layout, version),
  foreign key (company_id, type_id) references document_types,
  foreign key (company_id, process_id) references publications
);
select app.tenant_table('reading_layouts', 'select, insert, update');
