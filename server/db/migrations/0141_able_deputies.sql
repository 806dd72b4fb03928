-- A deputy decides only while they are at work and may approve. Somebody who left reads on at the employees' site, and
-- would otherwise go on deciding there in another's place.

-- Deputies of a day who can decide in the place of those who named them.
create function app.deputies_on(day date) returns table (user_id bigint, deputy_id bigint, to_day date)
language sql stable rows 20 as $$
  select d.user_id, d.deputy_id, d.to_day from deputies d
  where d.ended_at is null and day between d.from_day and d.to_day
    and app.is_at_work(d.deputy_id) and app.may_approve(d.deputy_id)
$$;

-- Names by which steps call a person on a day: their own, and those of whom they stand in for, as far as these are at work
-- and may approve what a group decides.
create or replace function app.names_of(person bigint, day date) returns table (user_id bigint, named text)
language sql stable rows 20 as $$
  with standing as materialized (
    select id, app.may_approve(id) as approves
    from (
      select person as id
      union all
      select standing_in.user_id from app.deputies_on(day) standing_in where standing_in.deputy_id = person
    ) named
    where app.is_at_work(id)
  )
  select id, 'person:' || id from standing
  union all
  select standing.id, 'group:' || member.group_id
    from standing join workflow_members member on member.user_id = standing.id
    where standing.approves
  union all
  select standing.id, 'manager:' || e.id from standing join employees e on e.manager_id = standing.id
  union all
  select standing.id, 'approver:' || e.id from standing join employees e on e.approver_id = standing.id
  union all
  select standing.id, 'second_approver:' || e.id
    from standing join employees a on a.approver_id = standing.id join employees e on e.approver_id = a.id
$$;
