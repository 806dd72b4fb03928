-- The hash of a password is made anew with newer parameters when its owner signs in. That is no change of what opens the
-- account, so no relation rests by it. The transaction that makes it anew names the user; the rest of the row must stay.
create or replace function app.note_foreign_change() returns trigger language plpgsql as $$
declare
  is_own boolean := new.credential_version > old.credential_version
    and new.own_version is not distinct from new.credential_version;
  is_renewed boolean := current_setting('app.renews_hash_of', true) is not distinct from old.id::text
    and (app.fold(new.mail), app.fold(new.username), new.credential_version)
      is not distinct from (app.fold(old.mail), app.fold(old.username), old.credential_version);
begin
  if (new.password_hash, app.fold(new.mail), app.fold(new.username), new.credential_version)
    is distinct from (old.password_hash, app.fold(old.mail), app.fold(old.username), old.credential_version)
    and not is_own and not is_renewed
  then
    new.foreign_changes := old.foreign_changes + 1;
  end if;
  return new;
end
$$;
