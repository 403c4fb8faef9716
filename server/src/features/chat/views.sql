-- needs matching/views

create or replace view chat_messages as
  select id, match_id, sender_id, text, public_id, created_at, deleted_at, seq, kind, edited_at,
    earlier_texts, hidden_at from messages;

create or replace view chat_voice_notes as select message_id, file_id, duration_ms, match_id from voice_notes;

-- The outcomes of two matched people's dates, without the author of each answer.
create or replace view chat_outcomes as
  select m.id as match_id, m.a_id, m.b_id, m.created_at,
    exists (select from date_answers d where d.account_id = m.a_id and d.other_id = m.b_id and d.met)
      or exists (select from date_answers d where d.account_id = m.b_id and d.other_id = m.a_id and d.met) as met,
    exists (select from date_answers d where d.account_id = m.a_id and d.other_id = m.b_id and d.again)
      and exists (select from date_answers d where d.account_id = m.b_id and d.other_id = m.a_id and d.again) as again
  from matching_matches m where not m.for_friends;
