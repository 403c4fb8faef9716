-- Writes notifications, for one person or for several. Called by `notifications.sql.ts`, and by the verbs that notify
-- in their own statement: likes (`matching/choose.sql`) and messages (`chat/send.sql`).
-- needs identity/views

-- Members who are online read a notification before it is emailed.
create or replace function delivery_mail_due(at timestamptz) returns timestamptz language sql immutable
  return at + interval '30 seconds';

-- When a push counts as forgotten. The retries of its job are over by then.
create or replace function delivery_push_due(at timestamptz) returns timestamptz language sql immutable
  return at + interval '5 minutes';

-- Records one notice, as delivery_record does many. Whether it needs a push, or null if there is nobody to notify.
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
    coalesce((notice ->> 'at')::timestamptz, now), delivery_mail_due(now), case when not has_device then now end,
    case when has_device then delivery_push_due(now) end)
  on conflict (account_id, topic) where read_at is null
  do update set count = saved.count + 1, at = excluded.at, details = excluded.details, about_id = excluded.about_id,
    pushed_at = excluded.pushed_at, push_due_at = excluded.push_due_at;
  return has_device;
end $$;

-- Few are notified at once. The planner takes them for a hundred, and read all accounts where there are ten thousand.
create or replace function delivery_record(notices jsonb, now timestamptz)
  returns table (account_id uuid, needs_push boolean)
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    insert into notifications as saved (account_id, kind, topic, count, details, about_id, at, due_at, pushed_at,
      push_due_at)
    select distinct on (p.id, n.topic) p.id, n.kind, n.topic, count(*) over (partition by p.id, n.topic), n.details,
      n.about, coalesce(n.at, now), delivery_mail_due(now), case when not d.has_device then now end,
      case when d.has_device then delivery_push_due(now) end
    from rows from (jsonb_to_recordset(notices) as ("to" uuid, kind text, topic text, details jsonb, about uuid,
        at timestamptz, "premiumOnly" boolean)) with ordinality
        n("to", kind, topic, details, about, at, "premiumOnly", place)
      cross join lateral (select id, state, premium_until from identity_people where id = n."to" offset 0) p
      cross join lateral (
        select exists (select from push_subscriptions s where s.account_id = p.id) as has_device offset 0) d
    where p.state <> 'erased' and (n."premiumOnly" is not true or p.premium_until > now)
    order by p.id, n.topic, n.place desc
    on conflict (account_id, topic) where read_at is null
    do update set count = saved.count + excluded.count, at = excluded.at, details = excluded.details,
      about_id = excluded.about_id,
      pushed_at = excluded.pushed_at, push_due_at = excluded.push_due_at
    returning saved.account_id, saved.pushed_at is null;
end $$;
