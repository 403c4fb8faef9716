-- The primary keys of these tables begin with the member's account, so that a member's rows could be on one node.
alter table consents drop constraint consents_pkey, add constraint consents_pkey primary key using index consents_key;
alter table former_names drop constraint former_names_pkey,
  add constraint former_names_pkey primary key using index former_names_key;
alter table legal_holds drop constraint legal_holds_pkey,
  add constraint legal_holds_pkey primary key using index legal_holds_key;
alter table photo_checks drop constraint photo_checks_pkey,
  add constraint photo_checks_pkey primary key using index photo_checks_key;
alter table saved_searches drop constraint saved_searches_pkey,
  add constraint saved_searches_pkey primary key using index saved_searches_key;
alter table sign_ins drop constraint sign_ins_pkey, add constraint sign_ins_pkey primary key using index sign_ins_key;
