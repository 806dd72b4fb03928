-- A document that its employee signed on paper, because they did not accept signing electronically: the scan that
-- Human Resources attached, which is evidence of paper and changes no state of the document.
create table document_papers (
  company_id bigint not null,
  id bigint generated always as identity,
  document_id bigint not null,
  file_id bigint not null,
  -- What stands on the paper, and its date.
  decision text not null check (decision in ('conforme', 'no_conforme')),
  signed_on date not null,
  attached_by bigint not null,
  attached_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, document_id) references documents,
  foreign key (company_id, file_id) references files,
  foreign key (company_id, attached_by) references users
);
create index document_papers_document on document_papers (company_id, document_id, id);
select app.tenant_table('document_papers', 'select, insert');
