create or replace view discovery_blocks as
  select blocker_id as one_id, blocked_id as other_id, blocker_id, at from blocks
  union all
  select blocked_id, blocker_id, blocker_id, at from blocks;

-- Answers after dates may influence ranking. Members are told where they answer.
create or replace view discovery_learning as select is_on as from_dates from order_outcomes;

create or replace view discovery_listings as select account_id, incognito from listings;

create or replace view discovery_hidden as select viewer_id, hider_id from hidden_from;

create or replace view discovery_searches as select account_id, query from saved_searches;
