-- Deciders of a step: whoever holds an action with the reach, or people whom the step names. Names are resolved when
-- they are read, so that whoever left, is locked or has a deputy counts as of today.

alter table employees add column approver_id bigint;
alter table employees add foreign key (company_id, approver_id) references users;
alter table employees add constraint employees_approver_is_another check (approver_id <> id);
create index employees_approver on employees (company_id, approver_id) where approver_id is not null;

-- The profile of those who approve without managing anything else.
select app.each_company($each$
  insert into profiles (company_id, type, kind, name, sees_confidential)
    select companies.id, 3, 'leave_approver', word || case when exists (select from profiles where name = word) then ' 2' else '' end,
      false
    from companies cross join lateral (select case companies.country when 'BR' then 'Aprovador' else 'Aprobador' end as word) said
    where companies.id = app.company() and not exists (select from profiles where profiles.kind = 'leave_approver')
$each$);

-- The order in which people decide on documents of some types. An active workflow doesn't change; another replaces it.
create table workflows (
  company_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  -- Counted over the workflows that replaced each other.
  version int not null default 1,
  state text not null check (state in ('draft', 'active', 'cancelled')),
  replaces_id bigint,
  changed_by bigint not null,
  changed_at timestamptz not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, replaces_id) references workflows,
  foreign key (company_id, changed_by) references users
);
create index workflows_changed on workflows (company_id, changed_at desc, id desc);
select app.tenant_table('workflows');

create table workflow_groups (
  company_id bigint not null,
  id bigint generated always as identity,
  workflow_id bigint not null,
  n int not null,
  name text not null,
  need text not null check (need in ('one', 'all')),
  primary key (company_id, id),
  foreign key (company_id, workflow_id) references workflows on delete cascade,
  unique (company_id, workflow_id, n)
);
select app.tenant_table('workflow_groups', 'select, insert, delete');

create table workflow_members (
  company_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  primary key (company_id, group_id, user_id),
  foreign key (company_id, group_id) references workflow_groups on delete cascade,
  foreign key (company_id, user_id) references users
);
create index workflow_members_user on workflow_members (company_id, user_id);
select app.tenant_table('workflow_members', 'select, insert, delete');

create table workflow_types (
  company_id bigint not null,
  workflow_id bigint not null,
  type_id bigint not null,
  -- The workflow is active: a type stands in one such workflow at most.
  active boolean not null,
  primary key (company_id, workflow_id, type_id),
  foreign key (company_id, workflow_id) references workflows on delete cascade,
  foreign key (company_id, type_id) references document_types
);
create unique index workflow_types_one_active on workflow_types (company_id, type_id) where active;
create index workflow_types_type on workflow_types (company_id, type_id);
select app.tenant_table('workflow_types');

-- A deputy decides in somebody's place from one day to another, both included. One at a time.
create table deputies (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  deputy_id bigint not null,
  from_day date not null,
  to_day date not null,
  named_by bigint not null,
  named_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, deputy_id) references users,
  foreign key (company_id, named_by) references users,
  check (user_id <> deputy_id),
  check (from_day <= to_day)
);
create unique index deputies_one on deputies (company_id, user_id) where ended_at is null;
create index deputies_deputy on deputies (company_id, deputy_id) where ended_at is null;
select app.tenant_table('deputies', 'select, insert, update');

alter table approvals add column workflow_id bigint;
alter table approvals add foreign key (company_id, workflow_id) references workflows;
alter table approvals drop column flow_version;
create index approvals_workflow on approvals (company_id, workflow_id, opened_at) where workflow_id is not null;

-- People whom the step names: person:<user>, group:<group of a workflow>, manager:<employee>, approver:<employee> or
-- second_approver:<employee>. Null where the action alone decides.
alter table approval_steps add column named text;
-- When the named people were told of an open step, reminded of it, and Human Resources told that it still waits.
alter table approval_steps add column told_at timestamptz;
alter table approval_steps add column reminded_at timestamptz;
alter table approval_steps add column escalated_at timestamptz;
create index approval_steps_untold on approval_steps (company_id, opened_at)
  where state = 'open' and named is not null and escalated_at is null;
create index approval_steps_named on approval_steps (company_id, named, opened_at) where state = 'open' and named is not null;

-- Everybody whom `named` stands for, able to decide or not.
create function app.named_people(named text) returns table (user_id bigint) language sql stable rows 5 as $$
  select split_part(named, ':', 2)::bigint where named like 'person:%'
  union all
  select member.user_id from workflow_members member
    where named like 'group:%' and member.group_id = split_part(named, ':', 2)::bigint
  union all
  select e.manager_id from employees e
    where named like 'manager:%' and e.id = split_part(named, ':', 2)::bigint and e.manager_id is not null
  union all
  select e.approver_id from employees e
    where named like 'approver:%' and e.id = split_part(named, ':', 2)::bigint and e.approver_id is not null
  union all
  select a.approver_id from employees e join employees a on a.id = e.approver_id
    where named like 'second_approver:%' and e.id = split_part(named, ':', 2)::bigint and a.approver_id is not null
$$;

-- Whether somebody can sign in and work: not locked, and not inactive as an employee.
create function app.is_at_work(person bigint) returns boolean language sql stable as $$
  select exists (select from users u where u.id = person and u.locked_at is null)
    and not exists (select from employees gone where gone.id = person and gone.state = 'inactive')
$$;

-- Whether somebody may stand in a group of a workflow: by the inbox's action, or by an approver's profile.
create function app.may_approve(person bigint) returns boolean language sql stable as $$
  select exists (
    select from user_profiles held join profiles p on p.id = held.profile_id
    where held.user_id = person and (p.kind = 'leave_approver'
      or exists (select from profile_actions a where a.profile_id = p.id and a.action = 78))
  )
$$;

-- People whom a step names and whose decision it still lacks: at work, neither who asked nor whom it concerns, and
-- without a decision since the step opened.
create function app.undecided(approval bigint, step int) returns table (user_id bigint) language sql stable rows 3 as $$
  select named.user_id
  from approvals asked
    join approval_steps s on s.approval_id = asked.id and s.n = step
    cross join lateral app.named_people(s.named) named
  where asked.id = approval
    and named.user_id <> asked.opened_by
    and named.user_id is distinct from asked.employee_id
    and app.is_at_work(named.user_id)
    and (s.named not like 'group:%' or app.may_approve(named.user_id))
    and not exists (
      select from approval_decisions d
      where d.approval_id = asked.id and d.n = s.n and d.at >= s.opened_at
        and coalesce(d.acting_for, d.user_id) = named.user_id
    )
$$;

-- Names by which steps call a person on a day: their own, and those of whom they stand in for, as far as these are at work
-- and may approve what a group decides.
create function app.names_of(person bigint, day date) returns table (user_id bigint, named text)
language sql stable rows 20 as $$
  with standing as materialized (
    select id, app.may_approve(id) as approves
    from (
      select person as id
      union all
      select d.user_id from deputies d
      where d.deputy_id = person and d.ended_at is null and day between d.from_day and d.to_day
    ) named
    where app.is_at_work(id)
  )
  select id, 'person:' || id from standing
  union all
  select standing.id, 'group:' || member.group_id
    from standing join workflow_members member on member.user_id = standing.id
    where standing.approves
  union all
  select standing.id, 'manager:' || e.id from standing join employees e on e.manager_id = standing.id
  union all
  select standing.id, 'approver:' || e.id from standing join employees e on e.approver_id = standing.id
  union all
  select standing.id, 'second_approver:' || e.id
    from standing join employees a on a.approver_id = standing.id join employees e on e.approver_id = a.id
$$;

-- Whether anybody but two people holds an action and is at work.
create function app.is_held(wanted int, asker bigint, concerned bigint) returns boolean language sql stable as $$
  select exists (
    select from profile_actions a join user_profiles held on held.profile_id = a.profile_id
    where a.action = wanted and held.user_id <> asker and held.user_id is distinct from concerned
      and app.is_at_work(held.user_id)
  )
$$;

-- Working days between two days, the first not counted, the last counted: Mondays to Fridays.
create function app.working_days(from_day date, to_day date) returns bigint language sql immutable as $$
  select count(*) from generate_series(from_day + 1, to_day, interval '1 day') day where extract(isodow from day) < 6
$$;

-- The acts that the security centre lists, word for word as its query has them.
drop index events_security;
create index events_security on events (company_id, at desc, id desc)
  where act in ('factor_added', 'factor_removed', 'factor_reset', 'factor_locked', 'recovery_codes_made', 'recovery_code_used',
    'mfa_required', 'mfa_not_required', 'locked', 'approved_by_time');
