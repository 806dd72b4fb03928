-- Files are swept by the thousand after a publication that was cancelled or read anew, and each asks all that may
-- have kept it.
create index document_revisions_file on document_revisions (company_id, file_id);
create index documents_xml on documents (company_id, xml_file_id) where xml_file_id is not null;
create index document_papers_file on document_papers (company_id, file_id);
create index publication_items_file on publication_items (company_id, file_id);
create index publication_items_xml on publication_items (company_id, xml_file_id) where xml_file_id is not null;

-- So do the receipts of such a publication, of those that were merged into them.
create index publication_items_merged on publication_items (company_id, merged_into) where merged_into is not null;
