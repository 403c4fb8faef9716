-- Keeps the list of dropped files. Chat has a sent one compared (`chat/held-back.sql.ts`).

create or replace function profiles_compare_picture(sent text, sender uuid) returns void language sql volatile as $$
  update pictures set to_compare = true
  where public_id = sent and account_id = sender and fingerprint is not null and not to_compare;
$$;

create or replace function drop_pictures() returns trigger language plpgsql as $$
begin
  insert into dropped_files (public_id) select public_id from before on conflict do nothing;
  return null;
end $$;

create or replace trigger pictures_deleted after delete on pictures referencing old table as before for each statement
  execute function drop_pictures();
