-- The word lists of shared tables, widened once for every area that is still to come. Two branches that each wrote such
-- a list anew would drop each other's words.
alter table events drop constraint events_subject_kind_check;
alter table events add constraint events_subject_kind_check check (subject_kind in ('document', 'employee',
  'credential', 'approval', 'form', 'leave', 'setting', 'template', 'post', 'backup', 'certificate', 'session',
  'company', 'folder', 'document_type', 'publication', 'process', 'workflow', 'deputy', 'onboarding', 'shipment',
  'change', 'picture', 'list'));

alter table push_notices drop constraint push_notices_event_check;
alter table push_notices add constraint push_notices_event_check check (event in ('new_document',
  'signature_reminder', 'paper_returned', 'paper_decided', 'paper_lapsing', 'new_form', 'form_reminder', 'new_post',
  'post_reminder', 'leave_decided', 'task_pending', 'onboarding_reminder', 'change_decided'));

alter table saved_views drop constraint saved_views_list_check;
alter table saved_views add constraint saved_views_list_check check (list in ('documents', 'employees', 'inbox',
  'forms', 'shipments', 'onboarding', 'leave', 'posts', 'workflows'));

alter table document_exports drop constraint document_exports_kind_check;
alter table document_exports add constraint document_exports_kind_check
  check (kind in ('planilla', 'csv', 'observaciones', 'zip', 'formularios'));

alter table credential_links drop constraint credential_links_kind_check;
alter table credential_links add constraint credential_links_kind_check check (kind in ('invitation', 'reset',
  'printed_code', 'mail_change', 'mail_undo', 'mail_objection', 'username_change', 'bank_objection'));

alter table sessions drop constraint sessions_restriction_check;
alter table sessions add constraint sessions_restriction_check
  check (restriction in ('ingreso', 'contrasena', 'segundo_factor', 'incorporacion', 'terminal'));

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check check (kind in ('document', 'change', 'leave',
  'publication', 'person_seen', 'administrator', 'undo_unsubscribe', 'destruction'));
