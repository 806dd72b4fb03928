-- Whom the people of a company blocked for payment may call, and from which networks its portal is used (empty:
-- from anywhere). The employees' site is open in either case: what is there is theirs.
alter table companies add column payment_contact text;
alter table companies add column allowed_addresses text[] not null default '{}'
  -- The cast refuses what is no network.
  check (allowed_addresses::cidr[] is not null);

-- As before, and from where the company's portal may be used.
drop function app.session_of(text);
create function app.session_of(bearer_hash text) returns table (
  id bigint, user_id bigint, profile_id bigint, profile_kind text, sees_confidential boolean, audience text,
  restriction text, seen_at timestamptz, expires_at timestamptz, actions int[], language text, country text,
  zone text, blocked_for_payment boolean, first_name text, last_name text, idle_minutes int,
  allowed_addresses text[]
) language plpgsql stable as $$
begin
  return query
    select s.id, s.user_id, s.profile_id, p.kind, p.sees_confidential, s.audience, s.restriction, s.seen_at,
      s.expires_at,
      array(
        select distinct a.action from profile_actions a
        where a.profile_id = s.profile_id or (p.type = 2 and a.profile_id in (
          select up.profile_id from user_profiles up where up.user_id = s.user_id and up.type = 3))),
      coalesce(u.language, case when u.country = 'BR' then 'pt' else 'es' end), u.country, c.zone,
      c.blocked_for_payment, u.first_name, u.last_name,
      coalesce((select (i.value #>> '{}')::int from settings i where i.key = 'session.idle_minutes'), 30),
      c.allowed_addresses
    from sessions s
    join profiles p on p.company_id = s.company_id and p.id = s.profile_id
    join users u on u.company_id = s.company_id and u.id = s.user_id
    join companies c on c.id = s.company_id
    where s.company_id = app.company() and s.hash = bearer_hash and s.ended_at is null;
end
$$;

-- What the operator does to a company is evidence of the company itself.
alter table events drop constraint events_subject_kind_check;
alter table events add constraint events_subject_kind_check check (subject_kind in ('document', 'employee',
  'credential', 'approval', 'form', 'leave', 'setting', 'template', 'post', 'backup', 'certificate', 'session',
  'company'));

-- Month and day of birth as one number (1231), by which birthdays are found: what an index of row-level security
-- can look for is a column and no expression.
alter table employees add column birth_day int
  generated always as ((extract(month from birth_date) * 100 + extract(day from birth_date))::int) stored;
create index employees_birth_day on employees (company_id, birth_day, id) where state <> 'inactive';
create index employments_begun on employments (company_id, starts_on, employee_id) where state <> 'void';
create index employments_over on employments (company_id, ends_on, employee_id) where state = 'ended';
