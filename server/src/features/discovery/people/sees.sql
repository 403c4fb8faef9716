-- Visibility between two people, for profiles (`people/queries.ts`), pictures (`pictures/queries.ts`) and likes
-- (`matching/choose.sql`), the genders that each looks for, and the counting of a swipe.
-- needs discovery/views
-- needs profiles/profile/genders
-- needs infra/db/search

-- The genders that a person looks for, and the gender and groups by which lists find them. For one pair at a time.
create or replace view discovery_seekers as
  select s.account_id as seeker_id, p.account_id as person_id
  from profiles s cross join profiles p
    cross join lateral (select case when p.found_gender is null then shown_to(p.gender, p.shown_to)
      else shown_to(p.found_gender, p.found_shown_to) end as shown_to) n
  where exists (select from unnest(lowered(s.interested_in)) wanted
    where case when wanted in ('woman', 'man', 'non-binary') then n.shown_to & seeks(array[wanted]) > 0
      else lower(coalesce(p.found_gender, p.gender)) = wanted and n.shown_to & seeks(array['non-binary']) > 0 end);

-- True if the viewer and a person are matched, or null if the viewer may not see them. With `only_complete`, also null
-- unless the person's address is confirmed. Only people with a complete profile are seen, except by their matches:
-- these remain when someone withdraws the consent that a complete profile needs. Viewers without a complete profile, or
-- with an unconfirmed address, see no one else either. Accounts that haven't been let in see no one and are seen by no
-- one.
create or replace function discovery_sees(viewer uuid, person uuid, only_complete boolean default false)
  returns boolean
language plpgsql stable as $$
declare
  seen record;
  was_shown boolean;
begin
  select m.matched, a.incognito and not m.matched as is_secret into seen
  from accounts a join accounts v on v.id = viewer
    cross join lateral (
      select exists (select from matches
        where a_id = least(a.id, v.id) and b_id = greatest(a.id, v.id) and ended_at is null) as matched) m
  where a.id = person and a.id <> v.id and a.state in ('active', 'paused')
    and a.admission is null and v.admission is null
    and (not only_complete or a.email_verified_at is not null)
    and not exists (select from discovery_blocks where one_id = v.id and other_id = a.id)
    and (m.matched or (a.complete and a.state = 'active' and v.complete and v.email_verified_at is not null
      and v.state = 'active'
      and not exists (select from hidden_from h where h.viewer_id = v.id and h.hider_id = a.id)));
  -- An incognito person's like is known if it's a super like, or if the viewer was shown its sender.
  if seen.is_secret then
    was_shown := exists (select from incognito_shown s where s.viewer_id = viewer and s.person_id = person);
    perform from likes_received l where l.chosen_id = viewer and l.chooser_id = person and l.reached
      and (was_shown or l.action = 'superlike');
    if not found then return null; end if;
  end if;
  return seen.matched;
end $$;

-- Logs the change that a swipe, or an undo, makes to both people's stats. The job in `deck/exposure-queries.ts` counts
-- it.
create or replace function discovery_count_choice(chooser uuid, chosen uuid, likes integer, choices integer)
  returns void
language plpgsql as $$
begin
  insert into uncounted_choices (chooser_id, chosen_id, likes, choices) values (chooser, chosen, likes, choices);
end $$;
