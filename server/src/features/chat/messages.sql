-- What is said in a conversation goes with its match. No foreign key leads there, because it grows with what members do.
-- needs profiles/profile/profiles

create or replace function matches_deleted() returns trigger language plpgsql
as $$
declare
  files text;
begin
  delete from reactions where match_id in (select id from gone);
  with notes as (delete from voice_notes where match_id in (select id from gone) returning file_id)
  select profiles_drop_files(array(select file_id from notes)) into files;
  delete from messages where match_id in (select id from gone);
  return null;
end $$;

create or replace trigger matches_deleted after delete on matches referencing old table as gone for each statement
  execute function matches_deleted();
