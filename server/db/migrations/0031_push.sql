-- Notices on the devices of people who asked for them (Push API, RFC 8030). What is sent carries neither names nor
-- figures; the subscription's keys encrypt it for the device alone (RFC 8291).
alter table installation add column vapid_public text, add column vapid_key text;

create table push_subscriptions (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  -- The session in which it was turned on: signing out of it turns it off.
  session_id bigint not null,
  endpoint text not null check (length(endpoint) <= 1000),
  -- SHA-256 of the endpoint, hexadecimal: by it a browser knows its own among several.
  endpoint_hash text collate "C" not null,
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  device text,
  created_at timestamptz not null,
  last_success_at timestamptz,
  primary key (company_id, id),
  unique (company_id, endpoint_hash),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, session_id) references sessions
);
create index push_subscriptions_user on push_subscriptions (company_id, user_id);
create index push_subscriptions_session on push_subscriptions (company_id, session_id);
select app.tenant_table('push_subscriptions');

-- What was told to whom, so that one publication tells one person once.
create table push_notices (
  company_id bigint not null,
  user_id bigint not null,
  name text collate "C" not null,
  event text not null check (event in ('new_document', 'signature_reminder')),
  created_at timestamptz not null,
  primary key (company_id, user_id, name),
  foreign key (company_id, user_id) references users
);
create index push_notices_created on push_notices (company_id, created_at);
select app.tenant_table('push_notices');
