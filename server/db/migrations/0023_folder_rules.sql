-- What was archived frees its name: nothing was ever kept in it, or it could not have been archived.
alter table folders drop constraint folders_company_id_name_key_key;
create unique index folders_name on folders (company_id, name_key) where archived_at is null;
alter table document_types drop constraint document_types_company_id_name_key_key;
alter table document_types drop constraint document_types_company_id_alias_key_key;
create unique index document_types_name on document_types (company_id, name_key) where archived_at is null;
create unique index document_types_alias on document_types (company_id, alias_key) where archived_at is null;
drop index document_types_one_ai;
create unique index document_types_one_ai on document_types (company_id) where uses_ai and archived_at is null;

-- A document keeps the version of its type: beside pages and positions, each version says how the type was
-- captured, dated and signed, whoever writes it.
alter table document_type_versions add column rules jsonb not null default '{}';
create function app.rules_of_type(company bigint, type bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('generic', t.generic, 'capture', t.capture, 'has_xml', t.has_xml,
    'is_salary', t.is_salary, 'has_period', t.has_period, 'several_a_period', t.several_a_period,
    'days_to_sign', t.days_to_sign, 'upload_pages_max', t.upload_pages_max,
    'upload_pages_min', t.upload_pages_min)
  from document_types t where t.company_id = company and t.id = type
$$;
create function app.keep_rules() returns trigger language plpgsql as $$
begin
  new.rules := coalesce(app.rules_of_type(new.company_id, new.type_id), '{}');
  return new;
end
$$;
create trigger keep_rules before insert on document_type_versions
  for each row execute function app.keep_rules();
select app.each_company(
  'update document_type_versions set rules = coalesce(app.rules_of_type(company_id, type_id), ''{}'')');

-- What is changed in a folder or a type is evidence of its own.
alter table events drop constraint events_subject_kind_check;
alter table events add constraint events_subject_kind_check check (subject_kind in ('document', 'employee',
  'credential', 'approval', 'form', 'leave', 'setting', 'template', 'post', 'backup', 'certificate', 'session',
  'company', 'folder', 'document_type'));
