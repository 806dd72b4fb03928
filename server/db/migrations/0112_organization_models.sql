-- The company's own organization models, which a record offers. A record keeps the name as text, so that one that is
-- removed here stays in the records that have it.
create table organization_models (
  company_id bigint not null references companies (id),
  id bigint generated always as identity,
  name text collate "es-x-icu" not null,
  name_key text collate "C" generated always as (app.fold(name)) stored,
  primary key (company_id, id),
  unique (company_id, name_key)
);
select app.tenant_table('organization_models', 'select, insert, delete');
