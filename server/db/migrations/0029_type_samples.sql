-- The PDF on which somebody set where a type is cut and signed: shown again when it is changed.
alter table document_type_versions add column sample_file_id bigint;
alter table document_type_versions add foreign key (company_id, sample_file_id) references files;
alter table document_type_versions add column sample_name text;
