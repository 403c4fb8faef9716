-- Whether a picture is held back before it arrives. Called by `chat/held-back.sql.ts`.
-- needs profiles/views

-- A quarter of a fingerprint, and the same with one other bit, as in the server's picture-sweep/rules.ts.
create or replace function moderation_near_parts(part bit(16)) returns bit(16)[]
language sql immutable parallel safe as $$
  select array_append(array_agg(part # (1 << place)::bit(16)), part) from generate_series(0, 15) place;
$$;

-- Whether a picture of the sender looks like one that a decision removed as intimate or showing a minor.
create or replace function moderation_holds_back(sent text, sender uuid) returns boolean language sql stable as $$
  select exists (
    select from profiles_pictures h join listed_pictures l on l.decisions <> '{}'
      and bit_count(l.fingerprint # h.fingerprint) <= 6
      and (substring(l.fingerprint from 1 for 16) = any(moderation_near_parts(substring(h.fingerprint from 1 for 16)))
        or substring(l.fingerprint from 17 for 16) = any(moderation_near_parts(substring(h.fingerprint
          from 17 for 16)))
        or substring(l.fingerprint from 33 for 16) = any(moderation_near_parts(substring(h.fingerprint
          from 33 for 16)))
        or substring(l.fingerprint from 49 for 16) = any(moderation_near_parts(substring(h.fingerprint
          from 49 for 16))))
    where h.public_id = sent and h.account_id = sender);
$$;
