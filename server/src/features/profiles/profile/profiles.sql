-- What other rooms ask of a profile: sign-ins (`identity/auth/sign-ins.sql.ts`), likes, and chat, which drops files.
-- A recording that is replaced is dropped, too.

-- A profile as it is stored, for rooms that answer with the account that they have just changed.
create or replace function profiles_of(account uuid) returns jsonb language sql stable as
  'select to_jsonb(p) from profiles p where p.account_id = account';

-- Notes which files to remove from the storage, which no transaction can write to.
create or replace function profiles_drop_files(ids text[]) returns void language plpgsql as $$
begin
  insert into dropped_files (public_id) select unnest(ids) on conflict do nothing;
end $$;

create or replace function drop_voice() returns trigger language plpgsql as $$
begin
  if old.voice ->> 'fileId' is not null
    and (tg_op = 'DELETE' or old.voice ->> 'fileId' is distinct from new.voice ->> 'fileId')
  then
    perform profiles_drop_files(array[old.voice ->> 'fileId']);
  end if;
  return null;
end $$;

create or replace trigger profiles_voice after delete or update of voice on profiles for each row
  execute function drop_voice();
