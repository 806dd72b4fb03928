-- A file of people has a kind, which is that of its process. Some kinds are done a few lines at a time: each line says
-- when, so that a stopped server goes on with the rest.
alter table employee_import_rows add column applied_at timestamptz;
create index employee_import_rows_to_apply on employee_import_rows (company_id, process_id, line)
  where kind = 'changed' and applied_at is null;

-- Ends of stays: the person who asked for each, when it acted, and what it took, which an undo gives back.
create table stay_ends (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  employment_id bigint not null,
  ends_on date not null,
  -- planned: its day is to come. called_off and undone: it doesn't hold any more.
  state text not null check (state in ('planned', 'acted', 'called_off', 'undone')),
  -- Empty for ends that were planned before this table.
  asked_by bigint,
  asked_at timestamptz,
  acted_at timestamptz,
  -- Profiles and filters that the end took.
  taken jsonb not null default '{}',
  closed_by bigint,
  closed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, employment_id) references employments,
  foreign key (company_id, asked_by) references users,
  foreign key (company_id, closed_by) references users,
  check ((state in ('called_off', 'undone')) = (closed_at is not null)),
  check (state <> 'acted' or acted_at is not null)
);
create unique index stay_ends_in_force on stay_ends (company_id, employment_id) where state in ('planned', 'acted');
create index stay_ends_employee on stay_ends (company_id, employee_id, id desc);
select app.tenant_table('stay_ends');
select app.each_company($each$
  insert into stay_ends (company_id, employee_id, employment_id, ends_on, state)
  select company_id, employee_id, id, ends_on, 'planned' from employments
  where state in ('planned', 'running') and ends_on is not null
$each$);
