-- Things that happened to somebody's requests, each told once at the employees' site. Whatever still waits is computed.
create table notifications (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  event text not null check (event in ('paper_approved', 'paper_rejected')),
  -- The document that was decided.
  subject_id bigint not null,
  at timestamptz not null,
  read_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users
);
create index notifications_unread on notifications (company_id, user_id, at desc) where read_at is null;
create index notifications_at on notifications (company_id, at);
select app.tenant_table('notifications');
