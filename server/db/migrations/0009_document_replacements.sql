-- Which document took the place of another, asked from the one that was replaced.
create index documents_replaces on documents (company_id, replaces_id) where replaces_id is not null;
