-- Requests write an event's facts. Its id, its transaction and its place under a seal are the database's and the
-- sealer's: a row put into a sealed tree would break the path of every event in it.
revoke insert on events from legajo_app;
grant insert (company_id, subject_kind, subject_id, act, actor_id, at, data, detail_hash, hash) on events to legajo_app;
revoke insert on seals from legajo_app;
alter table events add check ((seal_id is null) = (leaf is null));

-- A signed document has its employee's signature with the same decision, whatever code writes it. Deferred, since the
-- document changes before its revision and signature exist.
create function app.require_signature() returns trigger language plpgsql as $$
begin
  if not exists (select from signatures
      where company_id = new.company_id and document_id = new.id and signer = 'employee' and decision = new.signing) then
    raise exception using errcode = 'check_violation', constraint = 'documents_signed_by_signature',
      message = format('document %s is marked %s without such a signature', new.id, new.signing);
  end if;
  return null;
end
$$;
create constraint trigger documents_signed_by_signature
  after insert or update of signing on documents deferrable initially deferred
  for each row when (new.signing in ('conforme', 'no_conforme')) execute function app.require_signature();

-- Each day's last seal gets its timestamp later where the authority didn't answer at once.
create index seals_unstamped on seals (company_id, created_at) where timestamp_token is null;
