-- Pages that an employee has put up and not sent yet: a picture that was made anew, or a PDF as it came. Their files are
-- loose, and go a day later, unless they are sent.
create table upload_pages (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  file_id bigint not null,
  kind text not null check (kind in ('picture', 'pdf')),
  -- Sheets: 1 of a picture.
  pages int not null,
  -- Bytes as they came.
  size int not null,
  -- The picture's own size in pixels; null for a PDF.
  width int,
  height int,
  -- A PDF that somebody signed can't be joined to others.
  signed boolean not null default false,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, file_id) references files on delete cascade
);
create index upload_pages_user on upload_pages (company_id, user_id, created_at);
create index upload_pages_file on upload_pages (company_id, file_id);
select app.tenant_table('upload_pages', 'select, insert, delete');

-- Waiting lists: what employees sent, by person and by the day on which it came.
create index documents_sent on documents (company_id, created_at, id) where state = 'waiting_approval';
create index documents_sent_by on documents (company_id, employee_id, id desc) where source <> 'portal';

-- A revision that its sender put in place of what was returned.
alter table document_revisions drop constraint document_revisions_made_by_check;
alter table document_revisions add constraint document_revisions_made_by_check
  check (made_by in ('original', 'company', 'employee', 'sender'));

-- Papers that wait already get their approval, which whoever holds the action may decide.
select app.each_company($each$
  insert into approvals (company_id, kind, subject_id, employee_id, opened_by, opened_at)
    select company_id, 'document', id, employee_id, created_by, created_at from documents
    where state = 'waiting_approval' and process_item_id is null and source <> 'portal';
  insert into approval_steps (company_id, approval_id, n, rule, state, opened_at)
    select a.company_id, a.id, 1, '{"action":78}', 'open', a.opened_at from approvals a
    where a.kind = 'document' and a.state = 'pending'
      and not exists (select from approval_steps s where s.company_id = a.company_id and s.approval_id = a.id)
$each$);

-- A file that was never of record goes after some weeks; its row, its hash and the reason stay.
alter table files drop constraint files_state_check;
alter table files add constraint files_state_check check (state in ('loose', 'kept', 'gone'));
create index approvals_papers_over on approvals (company_id, ended_at) where kind = 'document'
  and state in ('rejected', 'withdrawn');
