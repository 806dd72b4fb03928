-- The welcome mail goes out once a company, whatever two administrators do at once.
create unique index processes_welcome_mail on processes (company_id) where kind = 'welcome_mail';
