-- The instant at which a management or additive profile was last taken from somebody, whatever code took it. For some days
-- afterwards nobody but the person and the operator changes what opens the account.
alter table users add column managed_until timestamptz;
create function app.note_management_taken() returns trigger language plpgsql as $$
begin
  update users set managed_until = now() where company_id = old.company_id and id = old.user_id;
  return null;
end
$$;
create trigger note_management_taken after delete or update on user_profiles
  for each row when (old.type in (2, 3)) execute function app.note_management_taken();

-- Those from whom a profile was taken shortly before this migration.
select app.each_company($each$
  update users set managed_until = taken.at from (
    select subject_id, max(at) as at from events
    where subject_kind = 'employee' and act = 'profiles_changed' and at > now() - interval '30 days'
      and exists (select from profiles where type in (2, 3) and data -> 'taken' @> to_jsonb(profiles.id))
    group by subject_id
  ) taken where users.id = taken.subject_id
$each$);

-- Changes of an administrator's profiles or stay that a second person has to accept: one a person at a time.
create table administrator_changes (
  company_id bigint not null,
  employee_id bigint not null,
  -- The input of the call: {"idperfiles"}, or {"motivo", "observaciones", "fechabaja"}.
  input jsonb not null,
  primary key (company_id, employee_id),
  foreign key (company_id, employee_id) references employees
);
select app.tenant_table('administrator_changes');

alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('document', 'change', 'leave', 'publication', 'person_seen', 'administrator'));
