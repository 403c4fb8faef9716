-- What a room lets others read inside their own statements. A view is named after the room that owns it, and has only the
-- columns that others need: no secret is among them. The planner reads the table itself, so a view costs nothing.

create view identity_people as
  select id, first_name, last_name, first_name || ' ' || last_name as full_name, email, email_verified_at, state, is_admin,
    is_acting_administrator(is_admin, state, email_verified_at) as can_administer, date_of_birth, gender, complete, created_at,
    last_active_at, premium_until, time_zone, notify, receipts, show_last_active, words, version
  from accounts;

create view identity_sightings as select account_id, seen_at from sightings;

create view profiles_pictures as
  select public_id, account_id, position, placeholder, width, height from pictures;

create view profiles_places as select account_id, gender, city, country from profiles;

-- Each block from both sides: whoever asks for the two as `one_id` and `other_id` finds it, no matter who blocked whom.
create view discovery_blocks as
  select blocker_id as one_id, blocked_id as other_id, blocker_id from blocks
  union all
  select blocked_id, blocker_id, blocker_id from blocks;

create view discovery_listings as select account_id, incognito from listings;

create view matching_matches as
  select id, a_id, b_id, created_at, ended_at, last_seq, last_message_at from matches;

create view chat_reads as select match_id, account_id, muted from reads;

create view chat_messages as
  select id, match_id, sender_id, text, public_id, created_at, deleted_at from messages;
