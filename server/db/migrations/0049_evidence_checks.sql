-- The nightly check of a company's evidence: how far it is, and the differences it found.
create table evidence_checks (
  company_id bigint not null references companies (id),
  id bigint generated always as identity,
  started_at timestamptz not null,
  -- Null while it runs.
  finished_at timestamptz,
  differences int not null default 0,
  progress jsonb not null,
  primary key (company_id, id)
);
select app.tenant_table('evidence_checks');
select app.across_table('evidence_checks', 'company_id, id, finished_at, differences');
