-- What the portal's frame keeps: the operator's notices, and of each person what they have seen of the bell, which
-- screens they pinned, and what they had typed and not yet saved.

-- Made by whoever operates the installation, for some of its companies or for all, those to come included: so it is
-- no company's row, and a company sees its own and those for all.
create table notices (
  id bigint generated always as identity primary key,
  -- Raised when its words change: who dismissed an earlier one sees it again.
  revision int not null default 1,
  -- 'outage' is said on every screen and can't be dismissed.
  kind text not null check (kind in ('push', 'outage')),
  -- Null: all.
  companies bigint[],
  starts_at timestamptz not null,
  ends_at timestamptz,
  colour text not null check (colour in ('yellow', 'red', 'blue', 'green')),
  -- On every screen, and not only at home.
  sticky boolean not null default false,
  title_es text not null,
  text_es text not null,
  title_pt text not null,
  text_pt text not null,
  -- Where more is said of it: a page outside, opened in a window of its own.
  link text check (link ~ '^https://'),
  created_at timestamptz not null default now(),
  check (ends_at > starts_at)
);
alter table notices enable row level security;
alter table notices force row level security;
create policy mine on notices to legajo_app using (companies is null or app.company() = any (companies));
create policy across on notices to legajo_across
  using (current_user = 'legajo_across') with check (current_user = 'legajo_across');
grant select on notices to legajo_app;
grant select, insert, update on notices to legajo_across;

-- Until when somebody has seen what the bell says.
create table bell_reads (
  company_id bigint not null,
  user_id bigint not null,
  seen_at timestamptz not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users
);
select app.tenant_table('bell_reads', 'select, insert, update');

-- Screens that somebody pinned to the top of their menu.
create table favourites (
  company_id bigint not null,
  user_id bigint not null,
  -- Below the portal's base, without an id or a query: a screen, never a person.
  path text collate "C" not null check (path ~ '^/[A-Za-z-]+(/[A-Za-z-]+)*$' and length(path) <= 120),
  added_at timestamptz not null default now(),
  primary key (company_id, user_id, path),
  foreign key (company_id, user_id) references users
);
select app.tenant_table('favourites', 'select, insert, delete');

-- What a long form held when its page was left, its session ended or its browser closed. Swept after thirty days.
create table drafts (
  company_id bigint not null,
  user_id bigint not null,
  key text collate "C" not null check (key ~ '^[a-z0-9.-]{1,80}$'),
  value jsonb not null check (octet_length(value::text) <= 131072),
  saved_at timestamptz not null default now(),
  primary key (company_id, user_id, key),
  foreign key (company_id, user_id) references users
);
create index drafts_age on drafts (company_id, saved_at);
select app.tenant_table('drafts');

-- Running processes of one's own, for the frame's header.
create index processes_mine on processes (company_id, created_by, created_at desc);
create index document_exports_mine on document_exports (company_id, user_id, created_at desc);
create index mails_failed on mails (company_id, created_at desc) where state = 'failed';
