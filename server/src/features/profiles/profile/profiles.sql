-- How chat and erasures drop files. A recording that is replaced is dropped, too.

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
