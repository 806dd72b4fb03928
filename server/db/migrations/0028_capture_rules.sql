-- How receipts of a type name their owner where the country's own ways don't do: {"etiqueta", "forma", "archivo"}.
alter table document_type_versions add column capture_rules jsonb
  check (capture_rules is null or jsonb_typeof(capture_rules) = 'object');
