-- The pace of first messages, for `chat/send.sql`, and the smallest UUIDv7 of a moment, to read only newer rows
-- (`monitored.sql.ts`, `profiles/pictures/fingerprints.sql.ts`).

-- The smallest id that a row of this time can have, for reading what is new by the primary key.
create or replace function first_id_of(at timestamptz) returns uuid language sql immutable
  return rpad(lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;

-- When a slowed sender may next write to someone new: null for everyone else. Two messages at once take turns.
create or replace function moderation_next_first_message(sender uuid, now timestamptz) returns timestamptz
language plpgsql as $$
declare
  free_at timestamptz;
begin
  select s.next_at into free_at from slowed_senders s
  where s.account_id = sender and s.ends_at > now and (s.report_id is null
    or exists (select from reports r where r.id = s.report_id and r.status in ('pending', 'in_progress')))
  for update of s;
  return free_at;
end $$;

create or replace function moderation_count_first_message(sender uuid, now timestamptz) returns void
language plpgsql as $$
begin
  update slowed_senders set next_at = now + gap where account_id = sender;
end $$;
