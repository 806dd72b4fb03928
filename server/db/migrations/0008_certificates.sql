-- Certificates that come from files, and warnings before their end.

-- Whether a licensed authority issued it, as who imported it declares: its signatures are then called digital.
alter table certificates add column licensed boolean not null default false;
-- The smallest number of days before its end of which its holders were warned; null while nobody was.
alter table certificates add column warned_days smallint check (warned_days in (60, 30, 7));
