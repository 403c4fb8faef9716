-- Until when the member had premium as the decision began, to give back the days that it took if it is overturned.
alter table decisions add column premium_until timestamptz;
