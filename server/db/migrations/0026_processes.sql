-- Processes change hands, and every step of theirs has its hour.
alter table processes add column taken_by bigint;
alter table processes add foreign key (company_id, taken_by) references users;
create index processes_running on processes (company_id, created_at desc) where status = 'in_progress';

create table process_steps (
  company_id bigint not null,
  id bigint generated always as identity,
  process_id bigint not null,
  step text not null,
  at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, process_id) references processes
);
create index process_steps_process on process_steps (company_id, process_id, id);
select app.tenant_table('process_steps', 'select, insert');

-- Whoever moves a process on, its hour is written down: nobody can forget to.
create function app.note_process_step() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into process_steps (company_id, process_id, step, at) values (new.company_id, new.id, new.step, new.created_at);
  elsif new.step is distinct from old.step then
    insert into process_steps (company_id, process_id, step, at) values (new.company_id, new.id, new.step,
      case when new.step = 'done' and new.finished_at is not null then new.finished_at
        when new.started_at is distinct from old.started_at and new.started_at is not null then new.started_at
        else clock_timestamp() end);
  end if;
  return null;
end
$$;
create trigger note_process_step after insert or update of step on processes
  for each row execute function app.note_process_step();

create index process_items_failed on process_items (company_id, process_id, n) where state = 'failed';

-- Who goes on with what another began is evidence of the process.
alter table events drop constraint events_subject_kind_check;
alter table events add constraint events_subject_kind_check check (subject_kind in ('document', 'employee',
  'credential', 'approval', 'form', 'leave', 'setting', 'template', 'post', 'backup', 'certificate', 'session',
  'company', 'folder', 'document_type', 'publication', 'process'));

-- Whom to remind of what waits for their signature, or tell again of what they have not read: once, or every so
-- many days until nothing waits or its last day has passed.
create table reminders (
  company_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('signature', 'unread')),
  -- Types, period, sectors, process, only what is overdue.
  wanted jsonb not null default '{}',
  every_days int check (every_days between 1 and 60),
  until date,
  -- Under which profile it was asked for: its reach is that profile's at each run.
  profile_id bigint not null,
  created_by bigint not null,
  created_at timestamptz not null,
  -- Null once it has ended.
  next_at timestamptz,
  ended_at timestamptz,
  ended_by bigint,
  ended_for text check (ended_for in ('once', 'nothing_left', 'last_day', 'cancelled', 'no_right')),
  primary key (company_id, id),
  foreign key (company_id, profile_id) references profiles,
  foreign key (company_id, created_by) references users,
  foreign key (company_id, ended_by) references users,
  check ((next_at is null) = (ended_at is not null)),
  check (every_days is not null or until is null)
);
create index reminders_list on reminders (company_id, kind, created_at desc, id desc);
create index reminders_due on reminders (company_id, next_at) where next_at is not null;
select app.tenant_table('reminders');

-- What a reminder did, each time.
create table reminder_runs (
  company_id bigint not null,
  process_id bigint not null,
  reminder_id bigint not null,
  mailed int not null default 0,
  without_mail int not null default 0,
  -- Told less than a day before.
  recently int not null default 0,
  documents int not null default 0,
  at timestamptz not null,
  primary key (company_id, process_id),
  foreign key (company_id, process_id) references processes,
  foreign key (company_id, reminder_id) references reminders
);
create index reminder_runs_reminder on reminder_runs (company_id, reminder_id, process_id desc);
select app.tenant_table('reminder_runs');

-- Whom a mail of one kind reached lately.
create index mails_event on mails (company_id, event, created_at desc);

-- What reports count, from the index alone.
create index documents_reports on documents (company_id, type_id, published_at)
  include (signing, employee_id, period, sector_id, location_id) where state = 'published';
