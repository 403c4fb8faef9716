-- What belongs to a message names its conversation, too, so that both can be on one node (docs/scale.md).

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

alter table reactions add column match_id uuid;
alter table voice_notes add column match_id uuid;
alter table flagged_messages add column match_id uuid;

/* Adds the match for servers of the previous version, which don't know it, and to rows older than the column. */
create function chat_add_match() returns trigger language plpgsql as $$
begin
  new.match_id := (select match_id from messages where id = new.message_id);
  return new;
end $$;
create trigger reactions_match before insert or update on reactions
  for each row when (new.match_id is null) execute function chat_add_match();
create trigger voice_notes_match before insert or update on voice_notes
  for each row when (new.match_id is null) execute function chat_add_match();
create trigger flagged_messages_match before insert or update on flagged_messages
  for each row when (new.match_id is null) execute function chat_add_match();

alter table reactions add constraint reactions_match_id_check check (match_id is not null) not valid;
alter table voice_notes add constraint voice_notes_match_id_check check (match_id is not null) not valid;
alter table flagged_messages add constraint flagged_messages_match_id_check check (match_id is not null) not valid;

create or replace view chat_voice_notes as select message_id, file_id, duration_ms, match_id from voice_notes;
create or replace view moderation_flagged_messages as select message_id, rule, match_id from flagged_messages;

/* Has a trigger fill a key in the rows that don't have it. */
create procedure split_fill_key(whole text, key text, pages integer default 100) language plpgsql as $$
begin
  call split_batches(whole,
    format('update %I set %2$I = null where %2$I is null and ctid >= $1 and ctid < $2', whole, key), pages);
end $$;
