-- Employees in numbers: sorted by hire date, filtered, imported from a spreadsheet.

-- The newest stay's days, beside the record: a list sorts and filters by them with an index, which a look-up of
-- each person's stays can't have. Kept by the stays themselves.
alter table employees add column hired_on date, add column ended_on date;
create function app.note_stay() returns trigger language plpgsql as $$
declare
  who bigint := case tg_op when 'DELETE' then old.employee_id else new.employee_id end;
begin
  update employees e set (hired_on, ended_on) = (
    select s.starts_on, s.ends_on from employments s
    where s.company_id = e.company_id and s.employee_id = e.id and s.state <> 'void'
    order by s.starts_on desc limit 1)
  where e.company_id = app.company() and e.id = who;
  return null;
end
$$;
create trigger note_stay after insert or update or delete on employments
  for each row execute function app.note_stay();
select app.each_company($$
  update employees e set (hired_on, ended_on) = (
    select s.starts_on, s.ends_on from employments s
    where s.company_id = e.company_id and s.employee_id = e.id and s.state <> 'void'
    order by s.starts_on desc limit 1)$$);
create index employees_hired on employees (company_id, hired_on, id);
create index employees_cost_centre on employees (company_id, cost_centre_id);
create index users_without_mail on users (company_id, id) where mail_key is null;

-- A spreadsheet of people, from its upload to the end of what was confirmed: the process has the state, this what
-- was read of the file.
create table employee_imports (
  company_id bigint not null,
  process_id bigint not null,
  file_name text not null,
  -- Emptied when the import ends.
  content bytea,
  -- What stands in each column: a record's field, or an empty text where nothing is read.
  columns text[] not null,
  header text[] not null,
  encoding text not null check (encoding in ('utf-8', 'utf-16', 'windows-1252')),
  delimiter text not null,
  -- Under which profile it was uploaded or confirmed: what it reaches.
  viewer jsonb not null,
  language text not null check (language in ('es', 'pt')),
  -- Counts, new places, why it stopped.
  findings jsonb not null default '{}',
  read_milliseconds int,
  primary key (company_id, process_id),
  foreign key (company_id, process_id) references processes
);
select app.tenant_table('employee_imports');

create table employee_import_rows (
  company_id bigint not null,
  process_id bigint not null,
  -- In the file, whose header is line 1.
  line int not null,
  kind text not null check (kind in ('faulty', 'new', 'changed', 'unchanged')),
  -- Whom it changes, or whom it made.
  employee_id bigint,
  name text not null,
  cells text[] not null,
  faults jsonb not null default '[]',
  -- Where the first fault lies.
  fault_field text collate "C",
  changes jsonb not null default '[]',
  primary key (company_id, process_id, line),
  foreign key (company_id, process_id) references employee_imports on delete cascade
);
create index employee_import_rows_kind on employee_import_rows (company_id, process_id, kind, line);
create index employee_import_rows_employee on employee_import_rows (company_id, process_id, employee_id);
select app.tenant_table('employee_import_rows');
