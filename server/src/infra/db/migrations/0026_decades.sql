-- Most of those near are of another age than the one asked for; the rarer that is, the more of them would be read. So the order
-- stands by decades of birth: each is read from its best on.
alter table standings add column decade smallint generated always as ((extract(year from born)::integer / 10)::smallint) stored;

drop index standings_near_women;
drop index standings_near_men;
drop index standings_near_others;
drop index standings_women;
drop index standings_men;
drop index standings_others;
create index standings_near_women on standings (block, gender_group, decade, worth desc) where seeks & 1 > 0;
create index standings_near_men on standings (block, gender_group, decade, worth desc) where seeks & 2 > 0;
create index standings_near_others on standings (block, gender_group, decade, worth desc) where seeks & 4 > 0;
create index standings_women on standings (gender_group, decade, worth desc) where seeks & 1 > 0;
create index standings_men on standings (gender_group, decade, worth desc) where seeks & 2 > 0;
create index standings_others on standings (gender_group, decade, worth desc) where seeks & 4 > 0;
