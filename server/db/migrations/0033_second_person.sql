-- A company may want a second person to release what is published by the thousand: until then it waits, signed and
-- invisible.
alter table publications add column needs_release boolean not null default false;
alter table publications add column released_at timestamptz;
alter table publications add column released_by bigint;
alter table publications add foreign key (company_id, released_by) references users;
