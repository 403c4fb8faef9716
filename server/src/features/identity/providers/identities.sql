-- Keeps `identity_owners`.

create or replace function identity_owners() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then delete from identity_owners where (provider, subject) = (old.provider, old.subject);
  else insert into identity_owners (provider, subject, account_id) values (new.provider, new.subject, new.account_id);
  end if;
  return null;
end $$;

create or replace trigger identity_owners after insert or delete on identities for each row
  execute function identity_owners();
