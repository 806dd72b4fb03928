-- Indexes for what documents are searched by, downloads of what was found, and views saved under a name.

create index documents_position on documents (company_id, position_id, published_at desc);
create index documents_certificate on documents (company_id, certificate_id, published_at desc)
  where certificate_id is not null;
create index documents_signed on documents (company_id, signed_at desc, id desc) where signed_at is not null;
create index documents_unread on documents (company_id, published_at desc, id desc) where first_read_at is null;
create index documents_expiring on documents (company_id, expires_on) where expires_on is not null;
-- Everybody whose profile doesn't see confidential people asks each time who they are.
create index employees_confidential on employees (company_id, id) where confidential;
create index documents_source on documents (company_id, source, massive, published_at desc);

-- A download of many documents: what was asked for, and how far it went. Swept after a day; the evidence is in the events.
create table document_exports (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  session_id bigint not null,
  kind text not null check (kind in ('planilla', 'csv', 'observaciones', 'zip')),
  -- Its filters and order, or the ids of a zip.
  input jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'stopped')),
  -- Documents.
  total int not null,
  done int not null default 0,
  -- Those of a zip whose file was not there, or not what it was.
  failed jsonb not null default '[]',
  -- Those of a zip that were cancelled meanwhile, or before.
  cancelled int not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, session_id) references sessions
);
create index document_exports_age on document_exports (company_id, created_at);
select app.tenant_table('document_exports');

-- A list's search, filters, order and columns, kept by a user under a name.
create table saved_views (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  list text collate "C" not null check (list in ('documents', 'employees')),
  name text collate "es-x-icu" not null,
  name_key text collate "C" generated always as (app.fold(name)) stored,
  -- As the list's address has it, after '?'.
  query text not null,
  -- With it the list opens.
  preferred boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, user_id, list, name_key),
  foreign key (company_id, user_id) references users
);
create unique index saved_views_preferred on saved_views (company_id, user_id, list) where preferred;
select app.tenant_table('saved_views');
