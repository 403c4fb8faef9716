select split_swap('look_reasons');
alter table sessions drop constraint sessions_pkey, add constraint sessions_pkey primary key using index sessions_key;
