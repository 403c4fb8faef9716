-- Swipes, for statements that also read other tables. Tables that grow with members' activity may be on other servers
-- (docs/scale.md), so they are read separately, by their key.

-- Sorted, which the primary key gives for free, for a binary search (eligibility/queries.ts).
create or replace function discovery_chosen(viewer uuid, out chosen uuid[]) language plpgsql stable as $$
begin
  select coalesce(array_agg(c.chosen_id order by c.chosen_id), '{}') from choices c where c.chooser_id = viewer
  into chosen;
end $$;

-- The same of a few people: someone may have swiped tens of thousands.
create or replace function discovery_chosen_among(viewer uuid, people uuid[], out chosen uuid[])
language plpgsql stable as $$
begin
  select coalesce(array_agg(c.chosen_id order by c.chosen_id), '{}') from choices c
  where c.chooser_id = viewer and c.chosen_id = any(people) into chosen;
end $$;

-- The likes that still wait for one member's answer. Each is looked up by its key, because the member may have swiped
-- tens of thousands, and the plan is made once for each connection.
create or replace function discovery_likers(viewer uuid)
  returns table (chooser_id uuid, action text, at timestamptz) language plpgsql stable as $$
begin
  return query select l.chooser_id, l.action, l.at from likes_received l
  where l.chosen_id = viewer and l.reached
    and (select c.chosen_id from choices c where c.chooser_id = viewer and c.chosen_id = l.chooser_id) is null;
end $$;

create or replace function discovery_likes_of(members uuid[])
  returns table (chosen_id uuid, chooser_id uuid, action text, at timestamptz, is_answered boolean)
language plpgsql stable set plan_cache_mode = auto as $$
begin
  return query select l.chosen_id, l.chooser_id, l.action, l.at, c.chosen_id is not null
  from likes_received l
    -- Both joined tables are filtered by `members`, because each must be found by its own key while only one is
    -- distributed.
    left join choices c on c.chooser_id = l.chosen_id and c.chosen_id = l.chooser_id and c.chooser_id = any(members)
  where l.chosen_id = any(members) and l.reached;
end $$;

create or replace function discovery_friends_chosen(viewer uuid, out chosen uuid[]) language plpgsql stable as $$
begin
  select array_agg(c.chosen_id) from friend_choices c where c.chooser_id = viewer into chosen;
end $$;
