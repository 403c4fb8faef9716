-- Whoever is shown, or chosen, moves in the order by a little. To write each of these moves into its indexes costs more than
-- to make a deck: so a place stays as it is until its worth is off by a third; how much it is off meanwhile stands beside it.
alter table standings add column moved real not null default 1;
-- Room on each page: what changes no index is then written where it stands.
alter table standings set (fillfactor = 80);

create function is_off(moved real) returns boolean language sql immutable parallel safe return moved < 0.75 or moved > 1.34;
create function place_of(worth real, moved real) returns real language sql immutable parallel safe
  return case when is_off(moved) then worth * moved else worth end;
create function left_of(moved real) returns real language sql immutable parallel safe return case when is_off(moved) then 1 else moved end;

-- Far away only those come into question who look everywhere themselves. Ages stand behind the worth: whose do not fit is passed
-- over within the index.
drop index standings_near_women;
drop index standings_near_men;
drop index standings_near_others;
drop index standings_women;
drop index standings_men;
drop index standings_others;
create index standings_near_women on standings (block, gender_group, decade, worth desc, born, age_min, age_max) where seeks & 1 > 0;
create index standings_near_men on standings (block, gender_group, decade, worth desc, born, age_min, age_max) where seeks & 2 > 0;
create index standings_near_others on standings (block, gender_group, decade, worth desc, born, age_min, age_max) where seeks & 4 > 0;
create index standings_women on standings (gender_group, decade, worth desc, born, age_min, age_max) where seeks & 1 > 0 and reach is null;
create index standings_men on standings (gender_group, decade, worth desc, born, age_min, age_max) where seeks & 2 > 0 and reach is null;
create index standings_others on standings (gender_group, decade, worth desc, born, age_min, age_max) where seeks & 4 > 0 and reach is null;
