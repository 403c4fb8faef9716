-- Invoices are read page by page: of two with the same moment the id tells which comes first.
create index invoices_page on invoices (account_id, created_at desc, id desc);
drop index invoices_of_account;
