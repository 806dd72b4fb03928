-- The process that sent a mail to many people: it shows how many were delivered.
alter table mails add column process_id bigint;
alter table mails add foreign key (company_id, process_id) references processes;
create index mails_process on mails (company_id, process_id, state) where process_id is not null;
