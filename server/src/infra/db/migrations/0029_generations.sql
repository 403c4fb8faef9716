-- Ages stand in the indexes behind the worth, where whoever does not fit is passed over for next to nothing: so an order may hold
-- thirty years of births instead of ten, and somebody who asks for all ages reads a few orders instead of eleven for each gender.
alter table standings drop column decade;
alter table standings add column generation smallint generated always as ((extract(year from born)::integer / 30)::smallint) stored;
create index standings_near_women on standings (block, gender_group, generation, worth desc, born, age_min, age_max) where seeks & 1 > 0;
create index standings_near_men on standings (block, gender_group, generation, worth desc, born, age_min, age_max) where seeks & 2 > 0;
create index standings_near_others on standings (block, gender_group, generation, worth desc, born, age_min, age_max) where seeks & 4 > 0;
create index standings_women on standings (gender_group, generation, worth desc, born, age_min, age_max) where seeks & 1 > 0 and reach is null;
create index standings_men on standings (gender_group, generation, worth desc, born, age_min, age_max) where seeks & 2 > 0 and reach is null;
create index standings_others on standings (gender_group, generation, worth desc, born, age_min, age_max) where seeks & 4 > 0 and reach is null;
