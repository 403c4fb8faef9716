-- outside a transaction: the table is in use
create index concurrently if not exists profiles_found_gender_until on profiles (found_gender_until)
  where found_gender_until is not null;
