-- Notes of human resources on somebody's file. The person never sees them. A deleted one stays as a row: its author and
-- day are evidence.
create table employee_notes (
  company_id bigint not null references companies (id),
  id bigint generated always as identity,
  employee_id bigint not null,
  author_id bigint not null,
  text text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, author_id) references users
);
create index employee_notes_employee on employee_notes (company_id, employee_id, id) where deleted_at is null;
select app.tenant_table('employee_notes', 'select, insert, update');
