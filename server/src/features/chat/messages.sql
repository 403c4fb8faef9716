-- What moderation does with messages: it hides one and shows it again (`decisions/hidden-message.sql.ts`).
-- needs matching/matches
-- needs profiles/profile/profiles

-- Hides a message of this sender from both people, unless it is deleted, or shows it again. Returns its match if that
-- changed.
create or replace function chat_hide_message(message uuid, sender uuid, is_hidden boolean, now timestamptz)
  returns uuid
language plpgsql as $$
declare
  match uuid;
begin
  update messages m set deleted_at = case when is_hidden then now end, hidden_at = case when is_hidden then now end
  where m.id = message and m.sender_id = sender
    and case when is_hidden then m.deleted_at is null else m.hidden_at is not null end
  returning m.match_id into match;
  perform matching_show_changed(match);
  return match;
end $$;

-- What is said in a conversation goes with its match. No foreign key leads there, because it grows with what members do.
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
