-- Single sign-on: the one provider that a company trusts, whom it knows, and what is on its way to it and back.

create table sso_providers (
  company_id bigint primary key references companies (id),
  kind text not null check (kind in ('oidc', 'saml')),
  -- One tenant of one provider. It speaks for one company only, so no other may name it.
  issuer text collate "C" not null unique,
  -- OpenID Connect: our name there. Null for SAML, where the metadata's address is.
  client_id text,
  -- The client's secret, or for SAML our private key (PEM): sealed by APP_SECRET and bound to the company.
  secret bytea,
  -- SAML: where requests go, our own certificate and those that its answers are signed with (PEM).
  entry_point text,
  logout_url text,
  own_certificate text,
  certificates text[] not null default '{}',
  -- The domains whose mails it may vouch for.
  mail_domains text[] not null check (cardinality(mail_domains) > 0),
  sign_out_at_provider boolean not null default false,
  -- Whether passwords and switches open nothing here.
  only_sso boolean not null default false,
  show_button boolean not null default true,
  button_text text,
  changed_at timestamptz not null,
  check (case kind when 'oidc' then client_id is not null
    else entry_point is not null and secret is not null and own_certificate is not null
      and cardinality(certificates) > 0 end)
);
select app.tenant_table('sso_providers');

-- Who somebody is at the provider. It stays when the provider is set anew, and counts for its issuer alone.
create table sso_subjects (
  company_id bigint not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id bigint not null,
  bound_by text not null check (bound_by in ('mail', 'password', 'operator')),
  bound_at timestamptz not null,
  primary key (company_id, issuer, subject),
  unique (company_id, issuer, user_id),
  foreign key (company_id, user_id) references users
);
select app.tenant_table('sso_subjects');

-- A trip to the provider and back. `state` is the SHA-256 (base64url) of a verifier that only the page has.
create table sso_flows (
  company_id bigint not null,
  state text collate "C" not null,
  site text not null check (site in ('s', 'e')),
  -- A trip that proves somebody again belongs to their session.
  session_id bigint,
  nonce text not null,
  -- PKCE's verifier, sealed.
  pkce bytea,
  -- The id of a SAML request, which its answer has to name.
  request_id text collate "C",
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  primary key (company_id, state),
  foreign key (company_id, session_id) references sessions
);
create index sso_flows_expires on sso_flows (company_id, expires_at);
select app.tenant_table('sso_flows');

-- What an answer was worth, for the page whose verifier began it: a person, or why not. Once, within a minute.
create table sso_codes (
  company_id bigint not null,
  hash text collate "C" not null,
  state text collate "C" not null,
  site text not null check (site in ('s', 'e')),
  session_id bigint,
  user_id bigint,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  -- How the person is to be bound to the subject; null where they are already.
  binding text check (binding in ('mail', 'password')),
  refusal text,
  -- What a sign-out at the provider needs, sealed.
  hint bytea,
  expires_at timestamptz not null,
  taken_at timestamptz,
  primary key (company_id, hash),
  foreign key (company_id, session_id) references sessions,
  foreign key (company_id, user_id) references users
);
create index sso_codes_expires on sso_codes (company_id, expires_at);
select app.tenant_table('sso_codes');

-- Whom a session was opened for at the provider.
create table sso_sessions (
  company_id bigint not null,
  session_id bigint not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  hint bytea,
  primary key (company_id, session_id),
  foreign key (company_id, session_id) references sessions
);
select app.tenant_table('sso_sessions');

