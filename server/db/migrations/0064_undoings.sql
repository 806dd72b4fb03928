-- The undoings of a publication, for the page that shows the newest one.
create index processes_undoings on processes (company_id, ((options ->> 'publication')::bigint))
  where kind = 'undo_publication';
