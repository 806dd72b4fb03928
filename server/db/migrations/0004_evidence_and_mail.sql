-- Evidence: everything that a person did or saw, append-only, sealed under a Merkle root a company. And mail.

create table seals (
  company_id bigint not null references companies (id),
  id bigint generated always as identity,
  -- SHA-256 over the previous root and the Merkle root of the events, hex.
  root text collate "C" not null,
  previous_root text collate "C",
  events int not null,
  timestamp_token bytea,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
select app.tenant_table('seals', 'select, insert');

create table events (
  company_id bigint not null references companies (id),
  id bigint generated always as identity,
  subject_kind text not null check (subject_kind in ('document', 'employee', 'credential', 'approval', 'form',
    'leave', 'setting', 'template', 'post', 'backup', 'certificate', 'session')),
  subject_id bigint not null,
  act text not null,
  actor_id bigint,
  at timestamptz not null default clock_timestamp(),
  data jsonb not null default '{}',
  -- SHA-256 of the salted side row, so that erasing address, device and free text breaks nothing.
  detail_hash text collate "C",
  hash text collate "C" not null,
  -- Ids commit out of order; the sealer takes only what every snapshot sees.
  transaction xid8 not null default pg_current_xact_id(),
  seal_id bigint,
  leaf int,
  primary key (company_id, id),
  foreign key (company_id, seal_id) references seals
);
create index events_subject on events (company_id, subject_kind, subject_id, id);
create index events_actor on events (company_id, actor_id, at desc);
create index events_unsealed on events (company_id, id) where seal_id is null;
create index events_seal on events (company_id, seal_id, leaf);
select app.tenant_table('events', 'select, insert');

create table event_details (
  company_id bigint not null,
  event_id bigint not null,
  salt text not null,
  address text,
  device text,
  text text,
  primary key (company_id, event_id),
  foreign key (company_id, event_id) references events
);
select app.tenant_table('event_details', 'select, insert');

-- A mail is an event of the registry; its Message-ID is fixed here, so that one sent twice is known as one.
create table mails (
  company_id bigint not null references companies (id),
  id bigint generated always as identity,
  event text not null,
  language text not null check (language in ('es', 'pt')),
  user_id bigint,
  to_address text not null,
  subject_kind text,
  subject_id bigint,
  variables jsonb not null default '{}',
  -- Links in it open accounts: kept sealed by APP_SECRET until it is sent, then dropped.
  secret bytea,
  message_id text collate "C" not null unique,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts int not null default 0,
  reason text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users
);
create index mails_subject on mails (company_id, subject_kind, subject_id);
create index mails_waiting on mails (company_id, created_at) where state = 'queued';
create index mails_user on mails (company_id, user_id, created_at desc);
select app.tenant_table('mails', 'select, insert, update');

-- What a company says in its own words, an event and a language a row.
create table mail_templates (
  company_id bigint not null references companies (id),
  event text collate "C" not null,
  language text not null check (language in ('es', 'pt')),
  subject text,
  title text,
  body jsonb,
  button_text text,
  image_file_id bigint,
  colours jsonb,
  footer text,
  changed_by bigint,
  changed_at timestamptz not null default now(),
  primary key (company_id, event, language),
  foreign key (company_id, image_file_id) references files
);
select app.tenant_table('mail_templates');
