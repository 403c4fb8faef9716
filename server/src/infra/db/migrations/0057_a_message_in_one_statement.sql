-- Sending a message is one statement: the sender's budget, the message, and its id.

/*
 * Like chat_send, after one try of this budget (`key`, `limit`, `resets_at`; null if nothing is limited). When it is used
 * up, nothing is sent, and `refused_until` says until when. A message that can't be sent counts nothing.
 */
create function chat_send_within(budget jsonb, match uuid, sender uuid, client text, words text, picture text, reply uuid,
  now timestamptz, notice jsonb)
returns table (refused_until timestamptz, id uuid, other_id uuid, seq integer, notified uuid[], to_push uuid[])
language plpgsql as $$
#variable_conflict use_column
begin
  if budget is not null then
    refused_until := budgets_spend(array[budget ->> 'key'], array[(budget ->> 'limit')::int],
      array[(budget ->> 'resets_at')::timestamptz], now);
    if refused_until is not null then
      return next;
      return;
    end if;
  end if;
  select sent.other_id, sent.seq, sent.notified, sent.to_push into other_id, seq, notified, to_push
  from chat_send(match, sender, client, words, picture, reply, now, notice) sent;
  if seq is null then return; end if;
  select m.id into id from messages m where m.match_id = match and m.seq = chat_send_within.seq;
  return next;
end $$;
