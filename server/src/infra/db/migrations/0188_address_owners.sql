-- A sign-in names an address and no account, and addresses are unique across members: this table says whose they are.
create table address_owners (email_key text primary key, account_id uuid not null);

create function identity_account_of(address text) returns uuid language sql stable
return (select account_id from address_owners where email_key = address);

-- With the owner's rights, because servers of the previous version have none to the new table yet. An address that is taken
-- is refused by the name by which servers know it.
create function address_owners() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from address_owners where email_key = old.email_key and account_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.email_key is not null then
    insert into address_owners (email_key, account_id) values (new.email_key, new.id);
  end if;
  return null;
exception when unique_violation then
  raise unique_violation using message = 'another account has this address', constraint = 'accounts_email_key';
end $$;
create trigger address_owners after insert or update of email_key or delete on accounts for each row
  execute function address_owners();

-- Copies the addresses of a table in use, in batches. Rows that move meanwhile to pages that have been read are missed,
-- because their address doesn't change and no trigger notices: they follow at the end, and are few.
create procedure split_fill_addresses() language plpgsql as $$
begin
  call split_batches('accounts', $batch$
    insert into address_owners (email_key, account_id) select email_key, id from accounts
    where ctid >= $1 and ctid < $2 and email_key is not null for key share on conflict do nothing$batch$, 100);
  insert into address_owners (email_key, account_id) select email_key, id from accounts a
  where email_key is not null and not exists (select from address_owners o where o.email_key = a.email_key)
  for key share on conflict do nothing;
  analyze address_owners;
end $$;
