-- A mail has a time of its own to be written at (after quiet hours, with the day's others), and what is not due yet is not looked
-- at. A push is told by itself, soon; whoever takes none has nothing that waits.
alter table notifications add column due_at timestamptz, add column pushed_at timestamptz;
update notifications set due_at = at + interval '30 seconds', pushed_at = at;
alter table notifications alter column due_at set not null;
drop index notifications_untold;
create index notifications_due on notifications (due_at) where told_at is null and read_at is null;
