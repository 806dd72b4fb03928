-- That a publication's report went out, and to whom, its mail tells.
alter table publications drop column report_mailed_at;
