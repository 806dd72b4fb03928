-- Users of one person in several companies, and the switch between them.

-- How often what opens an account was changed by somebody else, or without the credential before: a relation keeps
-- the count that it was proved with. A change that says itself to be its owner's own, made with the old credential,
-- names the version that it makes; every other counts, also one that forgot to say anything.
alter table users add column foreign_changes int not null default 0;
alter table users add column own_version int;
create function app.note_foreign_change() returns trigger language plpgsql as $$
begin
  if (new.password_hash, app.fold(new.mail), app.fold(new.username), new.credential_version)
    is distinct from (old.password_hash, app.fold(old.mail), app.fold(old.username), old.credential_version)
    and not (new.credential_version > old.credential_version
      and new.own_version is not distinct from new.credential_version)
  then
    new.foreign_changes := old.foreign_changes + 1;
  end if;
  return new;
end
$$;
create trigger note_foreign_change before update on users
  for each row execute function app.note_foreign_change();
grant select (foreign_changes) on users to legajo_across;

-- Whose users are one person's: those of one group, each proved by signing in to it. A company sees its own people's
-- row and no other company's; what joins, lists and cuts them sees all of them, and these columns only.
create table related_users (
  company_id bigint not null,
  user_id bigint not null,
  group_id uuid not null,
  -- Of the user, when it was proved the last time: where it differs, the relation rests until it is proved again.
  foreign_changes int not null,
  joined_at timestamptz not null,
  -- The first switch to it.
  used_at timestamptz,
  -- When its rest was told.
  suspended_at timestamptz,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users
);
create index related_users_group on related_users (group_id);
select app.tenant_table('related_users', 'select');
select app.across_table('related_users',
  'company_id, user_id, group_id, foreign_changes, joined_at, used_at, suspended_at',
  'group_id, foreign_changes, joined_at, used_at, suspended_at');
grant insert, delete on related_users to legajo_across;

-- A switch that was found possible, for a minute and for the session that asked: a newer one takes its place.
create table switch_tickets (
  company_id bigint not null,
  session_id bigint not null,
  target_company bigint not null,
  target_user bigint not null,
  type int not null check (type in (1, 2)),
  expires_at timestamptz not null,
  primary key (company_id, session_id),
  foreign key (company_id, session_id) references sessions
);
create index switch_tickets_expires on switch_tickets (company_id, expires_at);
select app.tenant_table('switch_tickets');

-- A relation that only lacks this session's second factor: whom to join it with, and until when.
create table relation_proofs (
  company_id bigint not null,
  session_id bigint not null,
  other_company bigint not null,
  other_user bigint not null,
  expires_at timestamptz not null,
  primary key (company_id, session_id),
  foreign key (company_id, session_id) references sessions
);
create index relation_proofs_expires on relation_proofs (company_id, expires_at);
select app.tenant_table('relation_proofs');
