-- The record's landline, the kind of its emergency contact, and Peru's interbank account code.
alter table employees add column landline text, add column contact_type text;
alter table employee_bank_accounts add column cci text collate "C";
-- Peru's code lay in the column of the CBU until now.
select app.each_company($$
  update employee_bank_accounts set cci = cbu, cbu = null
  where cbu is not null
    and company_id in (select id from companies where country = 'PE')
$$);
