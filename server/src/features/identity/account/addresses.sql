-- Records the proven addresses that an account gives up, and refuses addresses that are reserved for another one: no
-- one can register an address to keep its owner from going back to it.

-- Runs after the write, once the unique index has let the address through, so it sees any account that has given up the
-- address.
create or replace function keep_former_addresses() returns trigger language plpgsql as $$
declare
  ended timestamptz;
  enough boolean;
begin
  if tg_op = 'UPDATE' and old.email_verified_at is not null and new.email_key <> old.email_key then
    ended := greatest(coalesce(new.email_verified_at, now()), old.email_verified_at);
    enough := ended >= old.email_verified_at + interval '7 days'
      or not exists (select from former_addresses f where f.account_id = old.id)
      or exists (select from former_addresses f where f.account_id = old.id and f.email_key = old.email_key
        and f.qualifies);
    insert into former_addresses (account_id, address, email_key, proven_at, ended_at, qualifies, kept_until)
    values (old.id, old.email, old.email_key, old.email_verified_at, ended, enough,
      case when enough then ended + interval '30 days' end);
  end if;
  if exists (select from former_addresses f where f.email_key = new.email_key and f.account_id <> new.id
    and f.kept_until > now())
  then
    raise unique_violation using message = 'another account has this address', constraint = 'accounts_email_key';
  end if;
  return null;
end $$;

create or replace trigger accounts_address after insert or update of email_key on accounts for each row
  execute function keep_former_addresses();
