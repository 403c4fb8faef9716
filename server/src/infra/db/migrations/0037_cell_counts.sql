-- How many people publish from each cell of each level, as the night counted them: a place that is set by day takes its level from here.
create table cell_counts (
  level smallint not null check (level between 0 and 4),
  cell_row integer not null,
  cell_column integer not null,
  people integer not null,
  primary key (level, cell_row, cell_column)
);

-- Where someone has gone by the name of a city before their place may change again: it follows when it may.
alter table profiles add column waiting_row integer, add column waiting_column integer;
create index profiles_waiting on profiles (place_changed_at) where waiting_row is not null;
