-- Types of a folder stand in an order of their own. Those that are there begin by name, as they were listed.
alter table document_types add column position int not null default 0;
select app.each_company('update document_types t set position = o.n from (
  select company_id, id, row_number() over (partition by company_id, folder_id order by name, id) n
  from document_types) o where o.company_id = t.company_id and o.id = t.id');

-- Whose filters name a folder: asked when it is to be archived.
create index user_folder_filters_folder on user_folder_filters (company_id, folder_id);
