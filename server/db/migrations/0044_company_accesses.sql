-- The employer can't sign as the employee: an address keeps who put it and when, and whatever the company put into an
-- account after hiring leaves a row here, by which signing waits.

alter table users add column mail_set_by bigint;
alter table users add column mail_set_at timestamptz not null default now();
alter table users add foreign key (company_id, mail_set_by) references users;

-- A way into an account that the company put there: an address in place of another or beside a printed code, or a
-- printed code that was used.
create table company_accesses (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null check (kind in ('mail', 'printed_code')),
  put_by bigint,
  put_at timestamptz not null,
  -- The last address that the company did not put: it gets the link to object.
  former_mail text,
  objection_link_id bigint,
  objection_mail_id bigint,
  -- Whether signing opens when nobody objects in time; otherwise a second person is needed.
  silence_opens boolean not null,
  objected_at timestamptz,
  -- The password that was in force before somebody came in this way, where it was the person's own.
  former_password_hash text,
  -- The second person who confirmed to have seen the employee.
  confirmed_by bigint,
  confirmed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, put_by) references users,
  foreign key (company_id, confirmed_by) references users,
  foreign key (company_id, objection_link_id) references credential_links,
  foreign key (company_id, objection_mail_id) references mails,
  check ((confirmed_by is null) = (confirmed_at is null)),
  check (not silence_opens or objection_mail_id is not null),
  check (kind = 'mail' or objection_link_id is null)
);
create index company_accesses_user on company_accesses (company_id, user_id, id desc);
create index company_accesses_objection on company_accesses (company_id, objection_link_id);
select app.tenant_table('company_accesses', 'select, insert, update');

-- The newest such row when the password, or the tie to a provider, was made by what the company had put; null where it
-- is the person's own. It covers every row up to itself.
alter table users add column password_access_id bigint;
alter table users add foreign key (company_id, password_access_id) references company_accesses;
alter table sso_subjects add column access_id bigint;
alter table sso_subjects add foreign key (company_id, access_id) references company_accesses;

alter table credential_links drop constraint credential_links_kind_check;
alter table credential_links add constraint credential_links_kind_check
  check (kind in ('invitation', 'reset', 'printed_code', 'mail_change', 'mail_undo', 'mail_objection'));
alter table signatures drop constraint signatures_credential_check;
alter table signatures add constraint signatures_credential_check
  check (credential in ('own', 'printed_code', 'company_address'));
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('document', 'change', 'leave', 'publication', 'person_seen'));

-- Accounts from before: the printed code that somebody used last, and the last address that Human Resources put in
-- place of another. Nobody was sent a link to object, so a second person opens their signing.
select app.each_company($$
  insert into company_accesses (company_id, user_id, kind, put_by, put_at, silence_opens)
  select distinct on (l.user_id) l.company_id, l.user_id, 'printed_code', l.created_by, l.created_at, false
  from credential_links l where l.kind = 'printed_code' and l.used_at is not null
  order by l.user_id, l.used_at desc$$);
select app.each_company($$
  insert into company_accesses (company_id, user_id, kind, put_by, put_at, former_mail, silence_opens)
  select distinct on (e.subject_id) e.company_id, e.subject_id, 'mail', e.actor_id, e.at,
    d.text::jsonb ->> 'was', false
  from events e left join event_details d on d.company_id = e.company_id and d.event_id = e.id
  where e.subject_kind = 'credential' and e.act = 'mail_changed' and e.actor_id <> e.subject_id
    and (d.text is null or d.text::jsonb ->> 'was' is not null)
  order by e.subject_id, e.id desc$$);
select app.each_company($$
  update users u set password_access_id = (
    select max(a.id) from company_accesses a
    where a.company_id = u.company_id and a.user_id = u.id and a.put_at <= u.password_changed_at)$$);
select app.each_company($$
  update sso_subjects s set access_id = (
    select max(a.id) from company_accesses a
    where a.company_id = s.company_id and a.user_id = s.user_id and a.put_at <= s.bound_at)
  where s.bound_by <> 'operator'$$);
select app.each_company($$
  update users u set mail_set_by = coalesce(e.actor_id, u.created_by), mail_set_at = coalesce(e.at, u.created_at)
  from users same left join lateral (
    select actor_id, at from events
    where company_id = same.company_id and subject_kind = 'credential' and subject_id = same.id
      and act = 'mail_changed'
    order by id desc limit 1) e on true
  where same.company_id = u.company_id and same.id = u.id$$);
