-- The publication whose receipts, left for later, this one goes on with. They move to it, and back if it is cancelled.
alter table publications add column continues bigint;
alter table publications add foreign key (company_id, continues) references publications;
create index publications_continues on publications (company_id, continues) where continues is not null;

-- Exceptions that were open at publishing are left for later and have not failed; files that can't be taken have.
select app.each_company($$
  with later as (
    update process_items item set state = 'excluded', failure = null
    from publication_items receipt
    where receipt.id = item.id and receipt.file_id is not null and item.failure = 'PROCESS_RECEIPT_NOT_SOLVED'
    returning item.process_id)
  update processes set failed = greatest(0, failed - counted.n), total = greatest(done, total - counted.n)
  from (select process_id, count(*)::int as n from later group by 1) counted
  where processes.id = counted.process_id
$$);
