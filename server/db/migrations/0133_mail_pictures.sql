-- The gallery of pictures for a company's mails. None is ever deleted: mails that were sent point there.

create table mail_pictures (
  company_id bigint not null,
  id bigint generated always as identity,
  file_id bigint not null,
  -- 128 random bits: the part of its public address that nobody can guess.
  key text collate "C" not null,
  name text not null,
  width int not null,
  height int not null,
  size int not null,
  created_by bigint not null,
  created_at timestamptz not null,
  archived_at timestamptz,
  primary key (company_id, id),
  unique (company_id, key),
  foreign key (company_id, file_id) references files,
  foreign key (company_id, created_by) references users
);
create index mail_pictures_file on mail_pictures (company_id, file_id);
create index mail_pictures_creator on mail_pictures (company_id, created_by);
select app.tenant_table('mail_pictures', 'select, insert, update');

alter table mail_templates drop column image_file_id;
alter table mail_templates add column picture_id bigint;
alter table mail_templates add foreign key (company_id, picture_id) references mail_pictures;
alter table mail_templates add foreign key (company_id, changed_by) references users;
create index mail_templates_picture on mail_templates (company_id, picture_id);
create index mail_templates_changer on mail_templates (company_id, changed_by);

-- The words and look with which somebody tried a mail, in place of the company's.
alter table mails add column test_words jsonb;
create index mails_last_sent on mails (company_id, event, sent_at) where state = 'sent' and test_words is null;
