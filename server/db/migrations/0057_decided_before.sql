-- Decisions on a file's receipts while it is read again: [{"pages", "found", "decision", "employee", "to", "by", "at"}].
alter table publications add column decided jsonb check (decided is null or jsonb_typeof(decided) = 'array');
