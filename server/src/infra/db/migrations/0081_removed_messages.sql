-- When staff removed a message. It is then deleted as well, so that everything that leaves out deleted messages leaves it
-- out, too.
alter table messages add column hidden_at timestamptz;

/* Hides a message of this sender from both people, unless it is deleted. Returns its match if it was shown before. */
create function chat_hide_message(message uuid, sender uuid, now timestamptz) returns setof uuid language sql as $$
  update messages m set deleted_at = now, hidden_at = now
  where m.id = message and m.sender_id = sender and m.deleted_at is null returning m.match_id
$$;

create function chat_show_message(message uuid, sender uuid) returns setof uuid language sql as $$
  update messages m set deleted_at = null, hidden_at = null
  where m.id = message and m.sender_id = sender and m.hidden_at is not null returning m.match_id
$$;
