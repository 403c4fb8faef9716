-- Whether one person may see another, for profiles (`person.sql.ts`), pictures (`pictures/may-look.sql.ts`) and likes
-- (`matching/choose.sql`), and when likes become known (`matching/likes.sql.ts`).
-- needs discovery/privacy/blocks
-- needs discovery/views
-- needs profiles/profile/genders
-- needs infra/db/search

-- A person as one member knows them, in 64 bits. It names nobody without both ids, and is worth nothing once one of
-- the two is erased.
create or replace function discovery_pair_mark(viewer uuid, person uuid) returns bigint
language sql immutable parallel safe return (
  ('x' || encode(substr(sha256(uuid_send(viewer) || uuid_send(person)), 1, 8), 'hex'))::bit(64)::bigint
);

-- The latest moment of the member's daily renewal that isn't after `now`. Likes from before it may be known.
create or replace function discovery_likes_renewed_at(account uuid, now timestamptz) returns timestamptz
language plpgsql stable as $$
declare
  bytes bytea;
  moment timestamptz;
begin
  select sha256(key || uuid_send(account)) into bytes from like_hours;
  moment := date_trunc('day', now, 'UTC')
    + make_interval(secs => (get_byte(bytes, 0) * 65536 + get_byte(bytes, 1) * 256 + get_byte(bytes, 2)) % 86400);
  return case when moment > now then moment - interval '24 hours' else moment end;
end $$;

-- Whether an incognito person's like is known to the viewer: a super like, or one whose sender they were shown.
create or replace function discovery_knows_like(viewer uuid, person uuid) returns boolean
language plpgsql stable as $$
begin
  return exists (select from likes_received l where l.chosen_id = viewer and l.chooser_id = person
    and (l.action = 'superlike'
      or exists (select from incognito_shown s where s.viewer_id = viewer and s.person_id = person)));
end $$;

-- Whether somebody looks for a person, by the gender and the groups that lists find that person by.
create or replace function discovery_seeks(seeker uuid, person uuid) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from profiles s join profiles p on p.account_id = person
      cross join lateral (select case when p.found_gender is null then shown_to(p.gender, p.shown_to)
        else shown_to(p.found_gender, p.found_shown_to) end as shown_to) n
      cross join lateral unnest(lowered(s.interested_in)) wanted
    where s.account_id = seeker and case when wanted in ('woman', 'man', 'non-binary')
      then n.shown_to & seeks(array[wanted]) > 0
      else lower(coalesce(p.found_gender, p.gender)) = wanted and n.shown_to & seeks(array['non-binary']) > 0 end);
end $$;

create or replace function discovery_sees(viewer uuid, person uuid) returns boolean language plpgsql stable as $$
begin
  return discovery_sees(viewer, person, false);
end $$;

-- Whether the viewer and a person are matched, or null if the viewer may not see them. With `only_complete`, nor
-- unless the person's address is confirmed. Only people with a complete profile are seen, except by their matches:
-- these stay when somebody withdraws the consent that a complete profile needs. Nor is anyone else seen by viewers
-- who have none, or whose address isn't confirmed.
create or replace function discovery_sees(viewer uuid, person uuid, only_complete boolean) returns boolean
language plpgsql stable as $$
declare
  seen boolean;
begin
  select m.matched into seen
  from accounts a join accounts v on v.id = viewer
    cross join lateral (
      select exists (select from matches
        where a_id = least(a.id, v.id) and b_id = greatest(a.id, v.id) and ended_at is null) as matched) m
  where a.id = person and a.id <> v.id and a.state in ('active', 'paused')
    and (not only_complete or a.email_verified_at is not null)
    and not exists (select from discovery_blocks where one_id = v.id and other_id = a.id)
    and (m.matched or (a.complete and a.state = 'active' and v.complete and v.email_verified_at is not null
      and v.state = 'active' and not discovery_hides(a.id, v.id)
      and (not a.incognito or discovery_knows_like(v.id, a.id))));
  return seen;
end $$;

-- Whether the viewer and a person are matched, or null if the viewer may not choose or look at them.
create or replace function discovery_reaches(viewer uuid, person uuid) returns boolean language plpgsql stable as $$
begin
  return discovery_sees(viewer, person, true);
end $$;

-- As accounts_deleted does for other tables: no foreign key leads to the account of the person who was shown.
create or replace function incognito_people_deleted() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from incognito_shown where person_id in (select id from gone);
  return null;
end $$;

create or replace trigger incognito_people_deleted after delete on accounts referencing old table as gone
  for each statement execute function incognito_people_deleted();
