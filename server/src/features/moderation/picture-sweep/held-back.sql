-- needs profiles/views

-- True if a picture of the sender looks like one that a decision removed as intimate or showing a minor. A quarter of
-- the two fingerprints is the same, or differs in one bit, as in the server's picture-sweep/rules.ts.
create or replace function moderation_holds_back(sent text, sender uuid) returns boolean language sql stable as $$
  select exists (
    select from profiles_pictures h
      cross join lateral (
        select array_agg(substring(h.fingerprint from 1 for 16) # other) as first,
          array_agg(substring(h.fingerprint from 17 for 16) # other) as second,
          array_agg(substring(h.fingerprint from 33 for 16) # other) as third,
          array_agg(substring(h.fingerprint from 49 for 16) # other) as fourth
        from (select (1 << place)::bit(16) from generate_series(0, 15) place union all select B'0'::bit(16)) o(other)) near
      join watchlist_photos l on l.decisions <> '{}' and bit_count(l.fingerprint # h.fingerprint) <= 6
        and (substring(l.fingerprint from 1 for 16) = any(near.first)
          or substring(l.fingerprint from 17 for 16) = any(near.second)
          or substring(l.fingerprint from 33 for 16) = any(near.third)
          or substring(l.fingerprint from 49 for 16) = any(near.fourth))
    where h.public_id = sent and h.account_id = sender);
$$;
