-- Users, employees, profiles, sessions and what opens an account.

create table sectors (
  company_id bigint not null references companies (id),
  id bigint generated always as identity,
  name text collate "es-x-icu" not null,
  name_key text collate "C" generated always as (app.fold(name)) stored,
  primary key (company_id, id),
  unique (company_id, name_key)
);
create table locations (like sectors including all);
create table positions (like sectors including all);
create table cost_centres (like sectors including all);
alter table locations add foreign key (company_id) references companies (id);
alter table positions add foreign key (company_id) references companies (id);
alter table cost_centres add foreign key (company_id) references companies (id);
select app.tenant_table('sectors');
select app.tenant_table('locations');
select app.tenant_table('positions');
select app.tenant_table('cost_centres');

create table users (
  company_id bigint not null references companies (id),
  id bigint generated always as identity (start with 1000),
  username text not null,
  username_key text collate "C" generated always as (app.fold(username)) stored,
  first_name text not null,
  last_name text not null,
  sort_name text collate "es-x-icu" generated always as (last_name || ', ' || first_name) stored,
  mail text,
  mail_key text collate "C" generated always as (app.fold(mail)) stored,
  country text not null,
  language text check (language in ('es', 'pt')),
  password_hash text,
  -- Who made the password in force: the person through a link that reached them, or a printed code.
  password_origin text check (password_origin in ('link', 'printed_code', 'own')),
  password_changed_at timestamptz,
  -- Grows with every change of what opens the account.
  credential_version int not null default 1,
  first_sign_in_done_at timestamptz,
  -- Signing stays shut until the person made a password of their own through a link that reached them.
  may_sign_since timestamptz,
  locked_at timestamptz,
  created_at timestamptz not null default now(),
  created_by bigint,
  primary key (company_id, id),
  unique (company_id, username_key),
  unique (company_id, mail_key)
);
create index users_by_name_everywhere on users (username_key);
create index users_sort_name on users (company_id, sort_name, id);
select app.tenant_table('users');
select app.across_table('users',
  'company_id, id, username, username_key, mail_key, password_hash, locked_at, first_name, last_name, country, language');

create table password_history (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  hash text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users
);
create index password_history_user on password_history (company_id, user_id, created_at desc);
select app.tenant_table('password_history', 'select, insert');

create table employees (
  company_id bigint not null,
  -- The user's id: an employee is a user who works here.
  id bigint not null,
  employer_id bigint,
  file_number text collate "C" not null,
  dni text collate "C" not null,
  cuil text collate "C" not null,
  state text not null check (state in ('onboarding', 'active', 'inactive')),
  confidential boolean not null default false,
  birth_date date,
  sex text check (sex in ('man', 'woman', 'non_binary', 'undisclosed')),
  nickname text,
  phone text,
  personal_mail text,
  marital_status text,
  nationality text,
  spouse text,
  children int,
  emergency_contact text,
  emergency_phone text,
  sector_id bigint,
  location_id bigint,
  position_id bigint,
  cost_centre_id bigint,
  manager_id bigint,
  organization_model text,
  -- The country's own fields (CURP, PIS …), checked by the country's schema.
  extras jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, file_number),
  unique (company_id, dni),
  unique (company_id, cuil),
  foreign key (company_id, id) references users,
  foreign key (company_id, employer_id) references employers,
  foreign key (company_id, sector_id) references sectors,
  foreign key (company_id, location_id) references locations,
  foreign key (company_id, position_id) references positions,
  foreign key (company_id, cost_centre_id) references cost_centres,
  foreign key (company_id, manager_id) references employees,
  check (manager_id <> id)
);
create index employees_sector on employees (company_id, sector_id, location_id);
create index employees_location on employees (company_id, location_id);
create index employees_position on employees (company_id, position_id);
create index employees_manager on employees (company_id, manager_id);
create index employees_state on employees (company_id, state);
select app.tenant_table('employees');

-- One record each for address and bank account.
create table employee_addresses (
  company_id bigint not null,
  employee_id bigint not null,
  country text,
  province text,
  city text,
  locality text,
  county text,
  address_type text,
  street_type text,
  zone_type text,
  street text,
  number text,
  floor text,
  department text,
  neighbourhood text,
  block text,
  primary key (company_id, employee_id),
  foreign key (company_id, employee_id) references employees
);
select app.tenant_table('employee_addresses');

create table employee_bank_accounts (
  company_id bigint not null,
  employee_id bigint not null,
  bank text,
  branch text,
  account_type text,
  account_number text collate "C",
  cbu text collate "C",
  payment_type text,
  primary key (company_id, employee_id),
  foreign key (company_id, employee_id) references employees
);
select app.tenant_table('employee_bank_accounts');

-- Every stay with the company, so that a return overwrites no date.
create table employments (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  starts_on date not null,
  ends_on date,
  state text not null check (state in ('planned', 'running', 'ended', 'void')),
  reason text check (reason in ('termination', 'contract_end', 'resignation', 'retirement', 'candidate_drop', 'others')),
  observation text,
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  check (ends_on >= starts_on)
);
create unique index employments_present on employments (company_id, employee_id) where state in ('planned', 'running');
create index employments_employee on employments (company_id, employee_id, starts_on desc);
create index employments_start on employments (company_id, starts_on, employee_id) where state in ('planned', 'running');
select app.tenant_table('employments');

-- People are found by the beginnings of the words of their names and ids; row-level security leaves no other
-- index usable for a search (only leakproof comparisons use one).
create table employee_words (
  company_id bigint not null,
  word text collate "C" not null,
  employee_id bigint not null,
  primary key (company_id, word, employee_id),
  foreign key (company_id, employee_id) references employees on delete cascade
);
create index employee_words_employee on employee_words (company_id, employee_id);
select app.tenant_table('employee_words');

create table profiles (
  company_id bigint not null references companies (id),
  id bigint generated always as identity,
  -- 1 employee, 2 management, 3 additive (carries no session by itself)
  type int not null check (type in (1, 2, 3)),
  kind text not null check (kind in ('employee', 'hr', 'limited', 'manager', 'integration', 'leave_approver', 'certificate_holder')),
  name text collate "es-x-icu" not null,
  sees_confidential boolean not null default false,
  mfa_required boolean not null default false,
  primary key (company_id, id),
  unique (company_id, name)
);
select app.tenant_table('profiles');
select app.across_table('profiles', 'company_id, id, type, kind, name, mfa_required');

create table profile_actions (
  company_id bigint not null,
  profile_id bigint not null,
  action int not null,
  primary key (company_id, profile_id, action),
  foreign key (company_id, profile_id) references profiles on delete cascade
);
select app.tenant_table('profile_actions');

create table user_profiles (
  company_id bigint not null,
  user_id bigint not null,
  profile_id bigint not null,
  -- Repeated from the profile so that a constraint can hold "one of type 1 and one of type 2 at most".
  type int not null check (type in (1, 2, 3)),
  primary key (company_id, user_id, profile_id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, profile_id) references profiles
);
create unique index user_profiles_one_of_a_type on user_profiles (company_id, user_id, type) where type in (1, 2);
create index user_profiles_profile on user_profiles (company_id, profile_id);
select app.tenant_table('user_profiles');
select app.across_table('user_profiles', 'company_id, user_id, profile_id, type');

-- What a limited profile sees: pairs of sector and location, where empty means any.
create table user_filters (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  sector_id bigint,
  location_id bigint,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, sector_id) references sectors,
  foreign key (company_id, location_id) references locations,
  unique nulls not distinct (company_id, user_id, sector_id, location_id)
);
select app.tenant_table('user_filters');

create table sessions (
  company_id bigint not null,
  id bigint generated always as identity,
  -- SHA-256 of the bearer, hex. The bearer itself is nowhere.
  hash text collate "C" not null,
  user_id bigint not null,
  profile_id bigint not null,
  audience text not null check (audience in ('s', 'e')),
  restriction text check (restriction in ('ingreso', 'contrasena', 'segundo_factor')),
  method text not null default 'password' check (method in ('password', 'printed_code', 'link')),
  address text,
  device text,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, profile_id) references profiles
);
create unique index sessions_hash on sessions (company_id, hash);
create index sessions_user on sessions (company_id, user_id, created_at desc);
select app.tenant_table('sessions');

-- Tickets of a step-up: good for five minutes in one session.
create table step_ups (
  company_id bigint not null,
  hash text collate "C" not null,
  session_id bigint not null,
  method text not null check (method in ('password', 'passkey', 'totp', 'provider')),
  expires_at timestamptz not null,
  primary key (company_id, hash),
  foreign key (company_id, session_id) references sessions
);
select app.tenant_table('step_ups');

-- Single-use links and printed codes; only the hash is kept.
create table credential_links (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null check (kind in ('invitation', 'reset', 'printed_code', 'mail_change', 'mail_undo')),
  hash text collate "C" not null,
  -- Where it was sent; a link dies with a change of mail.
  mail_key text collate "C",
  expires_at timestamptz not null,
  used_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  created_by bigint,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users
);
create unique index credential_links_hash on credential_links (company_id, hash);
create index credential_links_user on credential_links (company_id, user_id, kind);
select app.tenant_table('credential_links');

create table consents (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  decision text not null check (decision in ('given', 'refused', 'withdrawn')),
  text_version text not null,
  language text not null,
  decided_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users
);
create index consents_user on consents (company_id, user_id, id desc);
select app.tenant_table('consents', 'select, insert');

create table idempotency_keys (
  company_id bigint not null,
  user_id bigint not null,
  key text collate "C" not null,
  request_hash text collate "C" not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, key),
  foreign key (company_id, user_id) references users
);
create index idempotency_keys_age on idempotency_keys (company_id, created_at);
select app.tenant_table('idempotency_keys');

-- Everything that a guard needs to know of a bearer, in one question that plans once a connection. An ended,
-- expired or unknown session answers no row.
create function app.session_of(bearer_hash text) returns table (
  id bigint, user_id bigint, profile_id bigint, profile_kind text, sees_confidential boolean, audience text,
  restriction text, seen_at timestamptz, expires_at timestamptz, actions int[], language text, country text,
  zone text, blocked_for_payment boolean, first_name text, last_name text, idle_minutes int
) language plpgsql stable as $$
begin
  return query
    select s.id, s.user_id, s.profile_id, p.kind, p.sees_confidential, s.audience, s.restriction, s.seen_at,
      s.expires_at,
      array(
        select distinct a.action from profile_actions a
        where a.profile_id = s.profile_id or (p.type = 2 and a.profile_id in (
          select up.profile_id from user_profiles up where up.user_id = s.user_id and up.type = 3))),
      coalesce(u.language, case when u.country = 'BR' then 'pt' else 'es' end), u.country, c.zone,
      c.blocked_for_payment, u.first_name, u.last_name,
      coalesce((select (i.value #>> '{}')::int from settings i where i.key = 'session.idle_minutes'), 30)
    from sessions s
    join profiles p on p.company_id = s.company_id and p.id = s.profile_id
    join users u on u.company_id = s.company_id and u.id = s.user_id
    join companies c on c.id = s.company_id
    where s.company_id = app.company() and s.hash = bearer_hash and s.ended_at is null;
end
$$;
