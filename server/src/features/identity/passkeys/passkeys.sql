-- Keeps `passkey_owners`.

create or replace function passkey_owners() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then delete from passkey_owners where credential_id = old.credential_id;
  else insert into passkey_owners (credential_id, account_id) values (new.credential_id, new.account_id);
  end if;
  return null;
end $$;

create or replace trigger passkey_owners after insert or delete on passkeys for each row
  execute function passkey_owners();
