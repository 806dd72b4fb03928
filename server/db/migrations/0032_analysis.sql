-- What an outside model suggested about documents of the type that asks for it. Never acted on, and never written but
-- by the job.
create table document_analyses (
  company_id bigint not null,
  document_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  -- Where it went and what answered, as they were then.
  host text collate "C" not null,
  model text,
  summary text check (length(summary) <= 600),
  fields jsonb,
  attempts int not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (company_id, document_id),
  foreign key (company_id, document_id) references documents,
  check ((state = 'done') = (summary is not null))
);
select app.tenant_table('document_analyses', 'select, insert, update');
