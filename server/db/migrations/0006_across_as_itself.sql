-- A policy `to legajo_across` also holds for whoever is a member of that role, and the owner must be one to take
-- it on. Without this the owner saw (and app.each_company touched, once for each company) the rows of all.
create or replace function app.across_table(name regclass, read_columns text, write_columns text default null)
returns void language plpgsql as $$
begin
  execute format('create policy across on %s to legajo_across using (current_user = %L) with check (current_user = %L)',
    name, 'legajo_across', 'legajo_across');
  execute format('grant select (%s) on %s to legajo_across', read_columns, name);
  if write_columns is not null then
    execute format('grant update (%s) on %s to legajo_across', write_columns, name);
  end if;
end
$$;

do $$
declare
  one record;
begin
  for one in select schemaname, tablename from pg_policies where policyname = 'across' and qual = 'true' loop
    execute format('alter policy across on %I.%I using (current_user = %L) with check (current_user = %L)',
      one.schemaname, one.tablename, 'legajo_across', 'legajo_across');
  end loop;
end
$$;
alter policy across on events using (seal_id is null and current_user = 'legajo_across');
