-- An integration profile names an outside application, which its holders open at this address, and allows nothing.
alter table profiles add column address text;
alter table profiles add constraint profiles_address_of_integration
  check ((kind = 'integration') = (address is not null) and (kind <> 'integration' or type = 3));

-- The trigger of 0046 except for these profiles, which manage nothing.
create or replace function app.note_management_taken() returns trigger language plpgsql as $$
begin
  update users set managed_until = now() where company_id = old.company_id and id = old.user_id
    and not exists (
      select from profiles p
      where p.company_id = old.company_id and p.id = old.profile_id and p.kind = 'integration'
    );
  return null;
end
$$;
