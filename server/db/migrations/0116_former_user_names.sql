-- A user name that somebody gave up stays theirs for some time, so that no mail or note that names it leads to another
-- person. It signs nobody in.
create table former_user_names (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  name_key text collate "C" not null,
  kept_until timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users
);
create index former_user_names_key on former_user_names (company_id, name_key, kept_until);
create index former_user_names_user on former_user_names (company_id, user_id);
select app.tenant_table('former_user_names', 'select, insert');
