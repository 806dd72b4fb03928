-- Passwords of a locked user and address that were tried since the lock began: only the first few are looked at.
alter table throttles add column behind int not null default 0;
