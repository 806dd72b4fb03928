-- A mailed link may also confirm a new address ('correo') and take such a change back ('deshacer_correo').
alter table credential_links drop constraint credential_links_kind_check;
alter table credential_links add constraint credential_links_kind_check
  check (kind in ('invitation', 'reset', 'printed_code', 'mail_change', 'mail_undo', 'correo', 'deshacer_correo'));
