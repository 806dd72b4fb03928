-- One machine for everything that somebody else has to decide: papers that employees send, changes of their data,
-- leave, and publications that a second person releases. The subject is its kind's own row.
create table approvals (
  company_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('document', 'change', 'leave', 'publication')),
  subject_id bigint not null,
  -- Whom it concerns, where it is one person.
  employee_id bigint,
  flow_version int,
  state text not null default 'pending'
    check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn')),
  opened_by bigint not null,
  opened_at timestamptz not null,
  due_at timestamptz,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, opened_by) references users,
  check ((ended_at is null) = (state in ('pending', 'returned')))
);
create unique index approvals_one_open on approvals (company_id, kind, subject_id)
  where state in ('pending', 'returned');
create index approvals_subject on approvals (company_id, kind, subject_id, id desc);
select app.tenant_table('approvals', 'select, insert, update');

create table approval_steps (
  company_id bigint not null,
  approval_id bigint not null,
  n int not null,
  -- Who decides it, found while it is open: {"action"} whoever holds that action and has the reach.
  rule jsonb not null,
  need text not null default 'one' check (need in ('one', 'all')),
  state text not null check (state in ('waiting', 'open', 'approved', 'rejected', 'returned', 'skipped')),
  opened_at timestamptz,
  primary key (company_id, approval_id, n),
  foreign key (company_id, approval_id) references approvals
);
create index approval_steps_open on approval_steps (company_id, opened_at, approval_id) where state = 'open';
select app.tenant_table('approval_steps', 'select, insert, update');

create table approval_decisions (
  company_id bigint not null,
  id bigint generated always as identity,
  approval_id bigint not null,
  n int not null,
  user_id bigint not null,
  -- Whose deputy decided.
  acting_for bigint,
  act text not null check (act in ('approve', 'reject', 'return')),
  comment text,
  -- Whether what was decided had been opened before.
  seen boolean not null default false,
  at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, approval_id, n) references approval_steps,
  foreign key (company_id, user_id) references users,
  foreign key (company_id, acting_for) references users
);
create index approval_decisions_step on approval_decisions (company_id, approval_id, n);
select app.tenant_table('approval_decisions', 'select, insert');
