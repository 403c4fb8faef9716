-- A conversation is deleted with its match. It has no foreign key, because it grows with members' activity.
-- needs profiles/profile/profiles

create or replace function matches_deleted() returns trigger language plpgsql
as $$
declare
  ids uuid[] := array(select id from gone);
  files text[];
begin
  delete from reactions where match_id = any(ids);
  with notes as (delete from voice_notes where match_id = any(ids) returning file_id)
  select array_agg(file_id) from notes into files;
  perform profiles_drop_files(files);
  delete from messages where match_id = any(ids);
  return null;
end $$;

create or replace trigger matches_deleted after delete on matches referencing old table as gone for each statement
  execute function matches_deleted();
