-- The account comes first in the keys, because members' own listings and standings are found by it alone.
-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';
alter table standings drop constraint standings_pkey,
  add constraint standings_pkey primary key using index standings_key;
alter table listings drop constraint listings_pkey,
  add constraint listings_pkey primary key using index listings_key;
