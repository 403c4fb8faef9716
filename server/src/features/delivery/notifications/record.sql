-- Writes notifications. `notifications/queries.ts` calls it, and so do the statements of likes (`matching/choose.sql`) and
-- messages (`chat/send.sql`).
-- needs identity/views

-- Returns true if the notice needs a push, and null if there is no one to notify. Members who are online read a
-- notification before it is emailed. A push counts as lost after the retries of its job are over.
create or replace function delivery_record_one(recipient uuid, notice jsonb, now timestamptz) returns boolean
language plpgsql as $$
declare
  has_device boolean;
begin
  select exists (select from push_subscriptions s where s.account_id = recipient) into has_device
  from identity_people p where p.id = recipient and p.state <> 'erased'
    and (p.premium_until > now or (notice -> 'premiumOnly') is distinct from 'true');
  if has_device is null then return null; end if;
  insert into notifications as saved (account_id, kind, topic, details, about_id, at, due_at, pushed_at, push_due_at)
  values (recipient, notice ->> 'kind', notice ->> 'topic', notice -> 'details', (notice ->> 'about')::uuid,
    coalesce((notice ->> 'at')::timestamptz, now), now + interval '30 seconds', case when not has_device then now end,
    case when has_device then now + interval '5 minutes' end)
  on conflict (account_id, topic) where read_at is null
  do update set count = saved.count + 1, at = excluded.at, details = excluded.details, about_id = excluded.about_id,
    pushed_at = excluded.pushed_at, push_due_at = excluded.push_due_at;
  return has_device;
end $$;

-- Undoes a like: removes the sender's name, and caps the count of unread new likes at the remaining ones, whose times
-- are in `likes`. A row’s id tells when it began.
create or replace function delivery_withdraw_like(recipient uuid, sender uuid, likes timestamptz[]) returns void
language plpgsql as $$
declare
  news record;
  remain integer;
begin
  delete from notifications n where n.account_id = recipient and n.kind = 'superlike' and n.about_id = sender;
  select n.id, n.count, to_timestamp(('x' || left(replace(n.id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
    - interval '1 minute' as began
  from notifications n where n.account_id = recipient and n.topic = 'like' and n.read_at is null for update into news;
  if not found then return; end if;
  select count(*) from unnest(likes) l(at) where l.at >= news.began into remain;
  if remain = 0 then delete from notifications n where n.account_id = recipient and n.id = news.id;
  elsif remain < news.count then
    update notifications n set count = remain where n.account_id = recipient and n.id = news.id;
  end if;
end $$;

-- Marks the notification of a super like as read once it made a match, and lets it lead to the chat.
create or replace function delivery_answer_superlike(recipient uuid, sender uuid, match_id uuid, now timestamptz)
  returns void
language sql as $$
  update notifications n set read_at = coalesce(n.read_at, now),
    details = n.details || jsonb_build_object('matchId', match_id)
  where n.account_id = recipient and n.about_id = sender and n.kind = 'superlike'
$$;
