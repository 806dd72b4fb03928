-- Whoever holds a printed document asks by its code, and knows no company: one question across all of them.
create index documents_code_everywhere on documents (verification_code, company_id);
select app.across_table('documents', 'company_id, id, verification_code');

-- What each signature covers, so that one put into the place of another is known for what it is: the file is then
-- still what a signature of ours was made for, and the signature in it is not that one.
alter table signatures add column signed_digest text collate "C";
create index signatures_signed_digest on signatures (signed_digest, company_id);
select app.across_table('signatures', 'company_id, document_id, signed_digest');
