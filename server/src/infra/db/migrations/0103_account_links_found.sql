-- outside a transaction: the indexes are built while servers use the tables.
create index concurrently if not exists profiles_bio_start on profiles (start_of_text(bio)) where length(bio) >= 60;
create index concurrently if not exists profiles_bio_end on profiles (end_of_text(bio)) where length(bio) >= 60;
create index concurrently if not exists sign_ins_device on sign_ins (address, md5(user_agent), at desc)
where outcome = 'succeeded';
