-- Papers that were returned are few among all steps: the inbox finds and counts them by an index of their own.
create index approval_steps_returned on approval_steps (company_id, approval_id) where state = 'returned';
-- Approvals that wait, by their person: whoever reaches few people finds them so.
create index approvals_waiting on approvals (company_id, employee_id) where state = 'pending';
