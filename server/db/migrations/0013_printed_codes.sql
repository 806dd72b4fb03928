-- Whoever holds a printed document asks by its code, and knows no company: one question across all of them.
create index documents_code_everywhere on documents (verification_code, company_id);
select app.across_table('documents', 'company_id, id, verification_code');
