-- The second factor: what a person proves beside the password, what a profile asks of its people, and from when.

-- A session may be opened by a provider's answer or by a switch from another one too, and knows by which second
-- factor it was proved, the last time.
alter table sessions drop constraint sessions_method_check;
alter table sessions add constraint sessions_method_check
  check (method in ('password', 'printed_code', 'link', 'sso', 'switch'));
alter table sessions add column factor text check (factor in ('mail', 'totp', 'passkey', 'recovery'));
alter table sessions add column factor_at timestamptz;

-- Until then nobody is kept out for having none; from then on a sign-in leads to setting one up.
alter table profiles add column mfa_from timestamptz;

-- What somebody set up. It counts once it was confirmed by a first proof.
create table factors (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null check (kind in ('mail', 'totp', 'passkey')),
  -- What its owner calls it.
  name text not null default '',
  -- Where codes are mailed; a later mail of the account changes nothing here by itself.
  mail text,
  -- An app's secret, sealed by APP_SECRET and bound to company and user.
  secret bytea,
  -- The last half minute whose code was taken: no code is taken twice.
  last_step bigint,
  -- A passkey's id (base64url), its public key (COSE) and its counter (Web Authentication, level 2).
  credential text collate "C",
  public_key bytea,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  confirmed_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  check ((kind = 'mail') = (mail is not null) and (kind = 'totp') = (secret is not null)
    and (kind = 'passkey') = (credential is not null and public_key is not null))
);
create index factors_user on factors (company_id, user_id);
create unique index factors_credential on factors (company_id, credential) where credential is not null;
create unique index factors_one_of_a_kind on factors (company_id, user_id, kind)
  where confirmed_at is not null and kind in ('mail', 'totp');
select app.tenant_table('factors');

-- What was asked of a session and not answered yet: the keyed hash of a mailed code, or a passkey's challenge.
create table factor_challenges (
  company_id bigint not null,
  session_id bigint not null,
  kind text not null check (kind in ('mail', 'passkey')),
  -- The factor that a mailed code belongs to; null for passkeys, of which any may answer.
  factor_id bigint,
  secret text collate "C" not null,
  expires_at timestamptz not null,
  primary key (company_id, session_id, kind),
  foreign key (company_id, session_id) references sessions,
  foreign key (company_id, factor_id) references factors on delete cascade
);
create index factor_challenges_expires on factor_challenges (company_id, expires_at);
select app.tenant_table('factor_challenges');

-- Attempts and mails are counted by person, whatever session they come from.
create table factor_counts (
  company_id bigint not null,
  user_id bigint not null,
  wrong int not null default 0,
  wrong_until timestamptz,
  sent int not null default 0,
  sent_since timestamptz,
  sent_until timestamptz,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users
);
select app.tenant_table('factor_counts');

create table recovery_codes (
  company_id bigint not null,
  user_id bigint not null,
  -- Keyed: nothing in the database alone tells a code.
  hash text collate "C" not null,
  used_at timestamptz,
  primary key (company_id, user_id, hash),
  foreign key (company_id, user_id) references users
);
select app.tenant_table('recovery_codes');

-- The security centre's lists: who came in to the portal, and what happened, newest first.
create index sessions_portal on sessions (company_id, created_at desc, id desc) where audience = 's';
create index events_security on events (company_id, at desc, id desc)
  where act in ('factor_added', 'factor_removed', 'factor_reset', 'factor_locked', 'recovery_codes_made', 'recovery_code_used',
    'mfa_required', 'mfa_not_required', 'locked');
create index events_exported on events (company_id, at desc) where act = 'exported';
