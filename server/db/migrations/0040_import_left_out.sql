-- A line of an import that its person takes out of it: it is as if the file did not have it, and can be put back.
alter table employee_import_rows drop constraint employee_import_rows_kind_check;
alter table employee_import_rows add constraint employee_import_rows_kind_check
  check (kind in ('faulty', 'new', 'changed', 'unchanged', 'left_out'));
