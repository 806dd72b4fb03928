-- Sections of their own record that employees may change; a section without a row is off.
create table self_service (
  company_id bigint not null references companies (id),
  section text not null check (section in ('address', 'bank', 'contact', 'identity')),
  enabled boolean not null,
  needs_approval boolean not null,
  -- The folder and type of the sworn statement that an address change makes.
  folder_id bigint,
  type_id bigint,
  primary key (company_id, section),
  foreign key (company_id, folder_id) references folders,
  foreign key (company_id, type_id) references document_types,
  check (section <> 'address' or not enabled or (folder_id is not null and type_id is not null)),
  check (section not in ('address', 'bank') or needs_approval)
);
select app.tenant_table('self_service', 'select, insert, update');
create index self_service_type on self_service (company_id, type_id);

-- Changes that people propose of their own record. One a section and person waits; a newer one takes its place.
create table pending_changes (
  company_id bigint not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  section text not null check (section in ('address', 'bank', 'contact', 'identity', 'photo')),
  -- Only the fields that differ. Both are emptied once the retention of what was never of record is over.
  was jsonb not null,
  proposed jsonb not null,
  -- A picture that waits.
  file_id bigint,
  source text not null check (source in ('self_service', 'onboarding', 'form')),
  -- The sworn statement.
  document_id bigint,
  state text not null check (state in ('pending', 'approved', 'rejected', 'withdrawn', 'superseded')),
  -- Proposed in a session whose browser no earlier session of the person had.
  new_device boolean not null default false,
  -- Frozen by the link in a mail, and released by Human Resources.
  frozen_at timestamptz,
  released_at timestamptz,
  released_by bigint,
  proposed_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employees,
  foreign key (company_id, document_id) references documents,
  foreign key (company_id, file_id) references files,
  foreign key (company_id, released_by) references users,
  check ((state = 'pending') = (ended_at is null)),
  check ((section = 'photo') = (file_id is not null) or state <> 'pending')
);
create unique index pending_changes_one on pending_changes (company_id, employee_id, section) where state = 'pending';
create index pending_changes_person on pending_changes (company_id, employee_id, section, id desc);
create index pending_changes_ended on pending_changes (company_id, ended_at) where state <> 'pending';
create index pending_changes_document on pending_changes (company_id, document_id) where document_id is not null;
create index pending_changes_frozen on pending_changes (company_id, employee_id)
  where frozen_at is not null and released_at is null;
select app.tenant_table('pending_changes', 'select, insert, update');

-- The mails about an account carry a link by which the person says that it wasn't them.
create table change_links (
  company_id bigint not null,
  link_id bigint not null,
  change_id bigint not null,
  primary key (company_id, link_id),
  foreign key (company_id, link_id) references credential_links,
  foreign key (company_id, change_id) references pending_changes
);
create index change_links_change on change_links (company_id, change_id);
select app.tenant_table('change_links', 'select, insert');

-- Accounts are looked up by number: one that somebody else has already is shown to the person who decides.
create index employee_bank_accounts_cbu on employee_bank_accounts (company_id, cbu) where cbu is not null;
create index employee_bank_accounts_cci on employee_bank_accounts (company_id, cci) where cci is not null;
create index employee_bank_accounts_number on employee_bank_accounts (company_id, account_number)
  where account_number is not null;
