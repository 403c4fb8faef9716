-- How far the nightly fading of exposure has come, so that it goes on from there after a crash. Without a row, none is
-- under way.
create table fading (
  is_only boolean primary key default true check (is_only),
  after uuid not null
);
