-- Monitoring rules: what staff changed of them, and what they found.
create table monitoring_rules (
  name text not null,
  version integer not null,
  settings jsonb not null,
  changed_by uuid,
  changed_at timestamptz not null,
  primary key (name, version)
);

-- Whom a rule matched, at most once a day.
create table monitoring_hits (
  rule text not null,
  account_id uuid not null references accounts on delete cascade,
  found_on date not null,
  at timestamptz not null,
  facts jsonb not null default '{}',
  primary key (rule, account_id, found_on)
);
create index monitoring_hits_by_time on monitoring_hits (at);
create index monitoring_hits_of_account on monitoring_hits (account_id);

-- Messages with a quiet line for their reader.
create table flagged_messages (
  message_id uuid primary key references messages on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  rule text not null,
  at timestamptz not null
);
create index flagged_messages_of_account on flagged_messages (account_id);

-- A report by a rule has no reporter. It names the rules and what they found.
alter table reports add column detection jsonb;

-- Who may write fewer first messages. It ends with its time, or once the report is decided.
create table slowed_senders (
  account_id uuid primary key references accounts on delete cascade,
  report_id uuid references reports on delete cascade,
  gap interval not null,
  next_at timestamptz not null,
  ends_at timestamptz not null
);
create index slowed_senders_of_report on slowed_senders (report_id);

-- Who is shown less in Discover while the report is open.
create table lessened_exposures (
  account_id uuid not null references accounts on delete cascade,
  report_id uuid not null references reports on delete cascade,
  primary key (account_id, report_id)
);
create index lessened_exposures_of_report on lessened_exposures (report_id);

create view moderation_flagged_messages as select message_id, rule from flagged_messages;

create view moderation_less_exposed as
  select l.account_id from lessened_exposures l join reports r on r.id = l.report_id
  where r.status in ('pending', 'in_progress');

create or replace view chat_messages as
  select id, match_id, sender_id, text, public_id, created_at, deleted_at, seq from messages;

create view matching_choices as select chooser_id, chosen_id, action, at from choices;

/* The smallest id that a row of this time can have, for reading what is new by the primary key. */
create function first_id_of(at timestamptz) returns uuid language sql immutable
  return rpad(lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;

/* When a slowed sender may next write to someone new: null for everyone else. Two messages at once take turns. */
create function moderation_next_first_message(sender uuid, now timestamptz) returns timestamptz language plpgsql as $$
declare
  free_at timestamptz;
begin
  select s.next_at into free_at from slowed_senders s
  where s.account_id = sender and s.ends_at > now and (s.report_id is null
    or exists (select from reports r where r.id = s.report_id and r.status in ('pending', 'in_progress')))
  for update of s;
  return free_at;
end $$;

create function moderation_count_first_message(sender uuid, now timestamptz) returns void language plpgsql as $$
begin
  update slowed_senders set next_at = now + gap where account_id = sender;
end $$;

create or replace function chat_send_within(budget jsonb, match uuid, sender uuid, client text, words text, picture text,
  reply uuid, now timestamptz, notice jsonb)
returns table (refused_until timestamptz, id uuid, other_id uuid, seq integer, notified uuid[], to_push uuid[])
language plpgsql as $$
#variable_conflict use_column
declare
  next_first timestamptz;
begin
  if budget is not null then
    refused_until := budgets_spend(array[budget ->> 'key'], array[(budget ->> 'limit')::int],
      array[(budget ->> 'resets_at')::timestamptz], now);
    if refused_until is not null then
      return next;
      return;
    end if;
    next_first := moderation_next_first_message(sender, now);
    if next_first is not null and exists (select from messages m where m.match_id = match and m.sender_id = sender) then
      next_first := null;
    end if;
    if next_first > now then
      refused_until := next_first;
      return next;
      return;
    end if;
  end if;
  select sent.other_id, sent.seq, sent.notified, sent.to_push into other_id, seq, notified, to_push
  from chat_send(match, sender, client, words, picture, reply, now, notice) sent;
  if seq is null then return; end if;
  if next_first is not null then perform moderation_count_first_message(sender, now); end if;
  select m.id into id from messages m where m.match_id = match and m.seq = chat_send_within.seq;
  return next;
end $$;
