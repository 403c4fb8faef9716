-- The pace of first messages, for `chat/send.sql`.

-- The time at which a slowed sender may next write to someone new; null for everyone else. Locks the sender's row, so
-- concurrent messages are serialized. Pass `counts` when the message is sent, which starts the next wait.
create or replace function moderation_pace_first_message(sender uuid, now timestamptz, counts boolean)
  returns timestamptz
language plpgsql as $$
declare
  free_at timestamptz;
begin
  select s.next_at into free_at from slowed_senders s
  where s.account_id = sender and s.ends_at > now and (s.report_id is null
    or exists (select from reports r where r.id = s.report_id and r.status in ('pending', 'in_progress')))
  for update of s;
  if counts and free_at is not null then
    update slowed_senders set next_at = now + gap where account_id = sender;
  end if;
  return free_at;
end $$;
