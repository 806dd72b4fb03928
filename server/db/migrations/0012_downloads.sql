-- Tickets of a download that the browser makes by itself, without a bearer: each opens one address of one session,
-- once, within a minute. Neither the secret nor the address is kept, only their hashes.
create table download_tickets (
  company_id bigint not null,
  hash text collate "C" not null,
  session_id bigint not null,
  -- SHA-256 of the address below the API's base, with its query.
  address_hash text collate "C" not null,
  expires_at timestamptz not null,
  primary key (company_id, hash),
  foreign key (company_id, session_id) references sessions
);
create index download_tickets_expires on download_tickets (company_id, expires_at);
select app.tenant_table('download_tickets');

-- Takes a ticket for an address, once, and answers the hash of its session's bearer; null where there is none.
create function app.take_download(ticket text, address text, at timestamptz) returns text language sql volatile as $$
  with taken as (
    delete from download_tickets t
      where t.company_id = app.company() and t.hash = ticket and t.address_hash = address
      returning t.session_id, t.expires_at)
  select s.hash from taken join sessions s on s.company_id = app.company() and s.id = taken.session_id
    where taken.expires_at > at
$$;
