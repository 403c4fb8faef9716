-- Whom someone was shown today, as a filter of a kilobyte: how many different people is what a day's budget counts.
create table views (
  viewer_id uuid primary key references accounts on delete cascade,
  day date not null,
  seen bit(8192) not null
) with (fillfactor = 50);
