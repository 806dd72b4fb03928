-- Servers that sign in the background, and which publications' keys they hold in memory. Written by the owner only: whoever
-- could put a public key here might be given a private one, so a row is also proven by APP_SECRET.
create table key_holders (
  worker text collate "C" primary key,
  public_key bytea not null,
  proof text collate "C" not null,
  -- Processes whose key it has.
  holds bigint[] not null default '{}',
  seen_at timestamptz not null default now()
);

-- A signing key on its way to one worker, sealed to what that worker alone has in its memory: deleted when taken.
-- Without it: the worker came later, and asks the others.
create table sealed_keys (
  company_id bigint not null,
  process_id bigint not null,
  worker text collate "C" not null,
  certificate_id bigint not null,
  sealed bytea,
  expires_at timestamptz not null,
  primary key (company_id, process_id, worker),
  foreign key (company_id, process_id) references processes,
  foreign key (company_id, certificate_id) references certificates
);
select app.tenant_table('sealed_keys');

-- Which worker has an item in hand, and until when it is believed to be alive.
alter table process_items add column claimed_by text collate "C";
alter table process_items add column claimed_until timestamptz;
create index process_items_pending on process_items (company_id, process_id, n) where state = 'pending';
