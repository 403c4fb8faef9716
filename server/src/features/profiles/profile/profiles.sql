-- Records files to remove from the storage, which no transaction can write to.
create or replace function profiles_drop_files(ids text[]) returns void language plpgsql as $$
begin
  insert into dropped_files (public_id) select unnest(ids) on conflict do nothing;
end $$;
