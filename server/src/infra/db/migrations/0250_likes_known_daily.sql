-- When a member without premium may learn of likes: once a day, at a moment that differs by member and that only the
-- server can compute. Until then nothing differs, whoever likes them.
-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

-- What the moments are derived from. It is random, so an id tells nothing.
create table like_hours (
  only_row boolean primary key default true check (only_row),
  key bytea not null
);
insert into like_hours (key) select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

/* The latest moment of the member's daily renewal that isn't after `now`. Likes from before it may be known. */
create function discovery_likes_renewed_at(account uuid, now timestamptz) returns timestamptz
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

/*
 * A person as one member knows them, in 64 bits. It names nobody without both ids, and is worth nothing once one of the
 * two is erased.
 */
create function discovery_pair_mark(viewer uuid, person uuid) returns bigint language sql immutable parallel safe return (
  ('x' || encode(substr(sha256(uuid_send(viewer) || uuid_send(person)), 1, 8), 'hex'))::bit(64)::bigint
);

-- `likes` is the bucket that the member sees, and `at` the renewal that found it. `likers` are those who were counted
-- then (discovery_pair_mark), and `counted_at` is when. Likes that came later are read by their time. `announced` is the
-- bucket that a notification told of.
alter table like_counts add column likers bigint[], add column counted_at timestamptz, add column announced integer;

-- The last people whom the member was shown (discovery_pair_mark): they can be blocked and reported even if they hide.
alter table views add column recent bigint[];

-- Whom members reported, for the rooms that have to know that the two had to do with each other.
create view moderation_reporters as select reporter_id, about_id from reports where about_id is not null;

-- Incognito people who were shown to a member whom they like. From then on, the member can look at them and choose.
create table incognito_shown (
  viewer_id uuid not null references accounts on delete cascade,
  person_id uuid not null,
  at timestamptz not null,
  primary key (viewer_id, person_id)
);
create index incognito_shown_person on incognito_shown (person_id);

/* Whether an incognito person's like is known to the viewer: a super like, or one whose sender they were shown. */
create function discovery_knows_like(viewer uuid, person uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from likes_received l where l.chosen_id = viewer and l.chooser_id = person
    and (l.action = 'superlike'
      or exists (select from incognito_shown s where s.viewer_id = viewer and s.person_id = person)));
end $$;

/*
 * Whether the viewer and a person are matched, or null if the viewer may not see them. With `only_complete`, nor unless
 * the person's address is confirmed. Only people with a complete profile are seen, except by their matches: these stay
 * when somebody withdraws the consent that a complete profile needs. Nor is anyone else seen by viewers who have none, or
 * whose address isn't confirmed.
 */
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

-- As accounts_deleted does for other tables: no foreign key leads to the account of the person who was shown.
create function incognito_people_deleted() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from incognito_shown where person_id in (select id from gone);
  return null;
end $$;
create trigger incognito_people_deleted after delete on accounts
  referencing old table as gone for each statement execute function incognito_people_deleted();
