-- The planner expects many notifications of a call. It made a list of everyone who has a device, twice for each like and
-- message, instead of looking for the devices of one member. And it planned the statement anew each time, as a plan for
-- all eight parts seemed to read all of them.
/*
 * Records notifications, each with the fields of `Notice` (record.ts). Each topic has one unread notification, which
 * counts: it is emailed once, but pushed each time. Of several about one topic, the last is saved, and all count. One for
 * a member without any device counts as pushed. Erased accounts get none, such as when a subscription ends later. Rows
 * are written in one order, so that two calls never deadlock. `offset 0` keeps the look for devices to one member.
 */
create or replace function delivery_record(notices jsonb, now timestamptz) returns table (account_id uuid, needs_push boolean)
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    insert into notifications as saved (account_id, kind, topic, count, details, about_id, at, due_at, pushed_at, push_due_at)
    select distinct on (p.id, n.topic) p.id, n.kind, n.topic, count(*) over (partition by p.id, n.topic), n.details,
      n.about, coalesce(n.at, now), delivery_mail_due(now), case when not d.has_device then now end,
      case when d.has_device then delivery_push_due(now) end
    from rows from (jsonb_to_recordset(notices) as ("to" uuid, kind text, topic text, details jsonb, about uuid,
        at timestamptz, "premiumOnly" boolean)) with ordinality
        n("to", kind, topic, details, about, at, "premiumOnly", place)
      join identity_people p on p.id = n."to"
      cross join lateral (
        select exists (select from push_subscriptions s where s.account_id = p.id) as has_device offset 0) d
    where p.state <> 'erased' and (n."premiumOnly" is not true or p.premium_until > now)
    order by p.id, n.topic, n.place desc
    on conflict (account_id, topic) where read_at is null
    do update set count = saved.count + excluded.count, at = excluded.at, details = excluded.details, about_id = excluded.about_id,
      pushed_at = excluded.pushed_at, push_due_at = excluded.push_due_at
    returning saved.account_id, saved.pushed_at is null;
end $$;
