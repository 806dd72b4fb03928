-- What people change of their own account: the address that opens it, their picture, and the terms they accepted.

-- A change of address asked for by its owner: in force once the link mailed to the new address is opened, taken
-- back by the one mailed to the former. Both links are rows of credential_links, and die as those do.
create table mail_changes (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  former text,
  mail text not null,
  confirm_link_id bigint not null,
  undo_link_id bigint,
  asked_at timestamptz not null default now(),
  done_at timestamptz,
  undone_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, confirm_link_id) references credential_links,
  foreign key (company_id, undo_link_id) references credential_links
);
create unique index mail_changes_confirm on mail_changes (company_id, confirm_link_id);
create index mail_changes_undo on mail_changes (company_id, undo_link_id);
create index mail_changes_user on mail_changes (company_id, user_id, id desc);
select app.tenant_table('mail_changes', 'select, insert, update');

create table avatars (
  company_id bigint not null,
  user_id bigint not null,
  file_id bigint not null,
  changed_at timestamptz not null default now(),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, file_id) references files
);
select app.tenant_table('avatars');

create table terms_acceptances (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  version text collate "C" not null,
  accepted_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, user_id, version),
  foreign key (company_id, user_id) references users
);
select app.tenant_table('terms_acceptances', 'select, insert');

-- Whether a browser is known is asked of the sessions before.
create index sessions_device on sessions (company_id, user_id, device);
