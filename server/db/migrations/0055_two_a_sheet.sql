-- Whether each sheet of a payroll is two receipts, one on each half.
alter table document_type_versions add column halves boolean not null default false;
