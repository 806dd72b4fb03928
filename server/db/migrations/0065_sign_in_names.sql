-- Somebody signs in with the user name, mail, tax id, identity document or (Mexico) CURP. Within a company user names,
-- mails, tax ids and documents are unique since 0002, each among its own kind, people who left included: there are no
-- duplicates of one kind. Names of two kinds may coincide (the user name of one is the document of another), and CURPs
-- are not unique. No constraint covers that; such a name opens nothing in that company (server/shared/across.ts), so
-- existing ones need no change.
alter table employees add column curp text collate "C"
  generated always as (upper(extras ->> 'curp' collate "C")) stored;
create index users_by_mail_everywhere on users (mail_key) where mail_key is not null;
create index employees_by_cuil_everywhere on employees (cuil);
create index employees_by_dni_everywhere on employees (dni);
create index employees_by_curp_everywhere on employees (curp) where curp is not null;
select app.across_table('employees', 'company_id, id, dni, cuil, curp');
