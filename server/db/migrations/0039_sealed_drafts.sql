-- What was typed and not saved may hold an account, an address, an identity document: sealed with the installation's
-- secret, it can't be read in the database or in its copies.
delete from drafts;
alter table drafts drop column value;
-- 65536 characters of JSON are three times as many bytes at most.
alter table drafts add column sealed bytea not null check (octet_length(sealed) <= 200000);
