-- outside a transaction: the indexes are built while servers use the tables.
create index concurrently if not exists accounts_staff on accounts (id) where is_admin or staff_role is not null;
create index concurrently if not exists accounts_demo on accounts (id) where is_demo;
create index concurrently if not exists decisions_in_force on decisions (in_force_at, id) where in_force_at is not null;
