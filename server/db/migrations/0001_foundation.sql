-- Roles, tenancy, companies, settings: what every other table stands on.
--
-- Requests run as legajo_app, which sees the rows of one company; sign-in and the operator's commands use
-- legajo_across, which sees a few columns of a few tables in every company (server/shared/across.ts). Both are
-- without login and belong to the owner. Roles are shared by a whole PostgreSQL server, so they may exist.

create schema app;

do $$
begin
  if not exists (select from pg_roles where rolname = 'legajo_app') then
    create role legajo_app nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'legajo_across') then
    create role legajo_across nologin;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another database of the same server made them in this moment
end
$$;
-- PostgreSQL 16 and newer refuse `set role` to the maker of a role without a grant. Nothing is inherited: a policy
-- for a role holds for those who inherit it too, and the owner must see no company's rows by itself.
do $$
begin
  if current_setting('server_version_num')::int >= 160000 then
    execute format('grant legajo_app, legajo_across to %I with inherit false, set true', current_user);
  else
    execute format('alter role %I noinherit', current_user);
    execute format('grant legajo_app, legajo_across to %I', current_user);
  end if;
end
$$;

grant usage on schema public, app to legajo_app, legajo_across;

-- The company that a transaction acts for; null outside of one.
create function app.company() returns bigint language sql stable
  return nullif(current_setting('app.company', true), '')::bigint;

-- Makes a table the company's own: rows of one company only, enforced also for the owner.
create function app.tenant_table(name regclass, rights text default 'select, insert, update, delete')
returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s using (company_id = app.company()) with check (company_id = app.company())', name);
  execute format('grant %s on %s to legajo_app', rights, name);
end
$$;

-- Lets sign-in and the operator read (and, where named, change) columns of a tenant table in every company.
create function app.across_table(name regclass, read_columns text, write_columns text default null)
returns void language plpgsql as $$
begin
  execute format('create policy across on %s to legajo_across using (true) with check (true)', name);
  execute format('grant select (%s) on %s to legajo_across', read_columns, name);
  if write_columns is not null then
    execute format('grant update (%s) on %s to legajo_across', write_columns, name);
  end if;
end
$$;

-- Runs a statement once for each company, as a migration that touches rows must: forced row-level security
-- makes a plain `update` of the owner's touch nothing, in silence.
create function app.each_company(statement text) returns void language plpgsql as $$
declare
  one bigint;
begin
  for one in select id from app.company_ids loop
    perform set_config('app.company', one::text, true);
    execute statement;
  end loop;
  perform set_config('app.company', '', true);
end
$$;

-- What stands in documents of identity, names and words is compared folded: no case, no accents, no outer space.
create function app.fold(value text) returns text language sql immutable strict parallel safe
  return btrim(regexp_replace(lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g')), '\s+', ' ', 'g'));

create table installation (
  only_row boolean primary key default true check (only_row),
  authority_certificate bytea,
  authority_key jsonb,
  -- Whether the demonstration is in it; what was begun and not finished is no installation to work with.
  demonstration text check (demonstration in ('filling', 'filled')),
  created_at timestamptz not null default now()
);
insert into installation default values;
grant select on installation to legajo_app, legajo_across;

-- The ids alone stand outside row-level security, so that migrations and jobs can go company by company.
create table app.company_ids (id bigint primary key);
grant select on app.company_ids to legajo_app, legajo_across;

create table companies (
  -- Shown to strangers in the logo's address, so not to be guessed by counting.
  id bigint primary key default (100000000 + floor(random() * 899999999))::bigint references app.company_ids,
  slug text collate "C" not null unique check (slug ~ '^[a-z0-9-]{3,40}$'),
  name text not null,
  country text not null,
  zone text not null,
  colour_primary text not null default '#0f5c6e',
  colour_secondary text,
  colour_active text,
  colour_title text,
  icon_text text,
  logo_file_id bigint,
  domain text,
  sign_in_page jsonb not null default '{}',
  blocked_for_payment boolean not null default false,
  created_at timestamptz not null default now()
);
create function app.note_company_id() returns trigger language plpgsql as $$
begin
  insert into app.company_ids values (new.id);
  return new;
end
$$;
create trigger note_company_id before insert on companies for each row execute function app.note_company_id();
alter table companies enable row level security;
alter table companies force row level security;
create policy tenant on companies using (id = app.company()) with check (id = app.company());
create policy across on companies to legajo_across using (true) with check (true);
grant select, update on companies to legajo_app;
grant select, insert, update on companies to legajo_across;
grant insert on app.company_ids to legajo_across;

-- A company's legal persons: what pays, and whose tax ids a receipt carries beside the employee's.
create table employers (
  company_id bigint not null references companies (id),
  id bigint generated always as identity,
  legal_name text not null,
  tax_id text collate "C" not null,
  address text,
  primary key (company_id, id),
  unique (company_id, tax_id)
);
select app.tenant_table('employers');

create table settings (
  company_id bigint not null references companies (id),
  key text collate "C" not null,
  value jsonb not null,
  changed_by bigint,
  changed_at timestamptz not null default now(),
  primary key (company_id, key)
);
select app.tenant_table('settings');
select app.across_table('settings', 'company_id, key, value');

-- Attempts and rates, shared by all processes. The key is a keyed hash: no name or address is kept.
create unlogged table throttles (
  key text collate "C" primary key,
  hits int not null default 0,
  since timestamptz not null default now(),
  blocked_until timestamptz
);
create index throttles_since on throttles (since);
grant select, insert, update, delete on throttles to legajo_app, legajo_across;

create table files (
  company_id bigint not null references companies (id),
  id bigint generated always as identity,
  key text collate "C" not null unique,
  type text not null check (type in ('pdf', 'png', 'jpg', 'webp', 'xml')),
  size bigint not null,
  sha256 text collate "C" not null,
  -- A file is put first and kept by the transaction that needs it; what stays loose for a day is swept.
  state text not null default 'loose' check (state in ('loose', 'kept')),
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index files_loose on files (company_id, created_at) where state = 'loose';
create index files_sha256 on files (company_id, sha256);
select app.tenant_table('files');
select app.across_table('files', 'company_id, id, key, type, size, sha256, state');
alter table companies add foreign key (id, logo_file_id) references files (company_id, id);
