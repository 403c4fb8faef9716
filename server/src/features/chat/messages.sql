-- What other rooms do with messages: moderation hides one and shows it again (`decisions/hidden-message.sql.ts`), and
-- discovery learns what came of matches (`learning/outcomes.sql.ts`).
-- needs matching/matches
-- needs matching/views
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

-- Whether both have written. A first exchange is enough, so only the beginning is read.
create or replace function chat_replied(match uuid, one uuid, other uuid) returns boolean language sql stable as $$
  select exists (select from messages where match_id = match and seq <= 50 and sender_id = one)
    and exists (select from messages where match_id = match and seq <= 50 and sender_id = other)
$$;

-- What came of the latest matches that were made between two moments, without who of the two said so.
create or replace function chat_outcomes(since timestamptz, until timestamptz, most integer)
  returns table (a_id uuid, b_id uuid, replied boolean, met boolean, again boolean) language sql stable as $$
  select m.a_id, m.b_id, chat_replied(m.id, m.a_id, m.b_id),
    exists (select from date_answers d where d.account_id = m.a_id and d.other_id = m.b_id and d.met)
      or exists (select from date_answers d where d.account_id = m.b_id and d.other_id = m.a_id and d.met),
    exists (select from date_answers d where d.account_id = m.a_id and d.other_id = m.b_id and d.again)
      and exists (select from date_answers d where d.account_id = m.b_id and d.other_id = m.a_id and d.again)
  from (select id, a_id, b_id from matching_matches where created_at >= since and created_at < until
    order by created_at desc limit most) m
$$;

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
