-- Calls between two matched people. What they say goes from browser to browser; here is only that they called.
create table calls (
  id uuid primary key default uuid_v7(),
  match_id uuid not null references matches on delete cascade,
  caller_id uuid not null references accounts on delete cascade,
  callee_id uuid not null references accounts on delete cascade,
  asked_at timestamptz not null,
  accepted_at timestamptz,
  -- When one of them last said that they are in the call.
  alive_at timestamptz,
  ended_at timestamptz,
  -- The line in the conversation about a missed call.
  message_id uuid references messages on delete cascade
);
-- Two people have one call at a time.
create unique index calls_open on calls (match_id) where ended_at is null;
create index calls_of_match on calls (match_id);
create index calls_of_message on calls (message_id) where message_id is not null;
create index calls_of_caller on calls (caller_id);
create index calls_of_callee on calls (callee_id);
create index calls_asked on calls (asked_at) where message_id is null;
