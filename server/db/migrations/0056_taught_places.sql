-- Places of owners that somebody showed on a file's pages, and how many exceptions there were: {"places", "before"}.
alter table publications add column taught jsonb check (taught is null or jsonb_typeof(taught) = 'object');
comment on column document_type_versions.capture_rules is '{"etiqueta", "forma", "archivo", "lugares"}';
