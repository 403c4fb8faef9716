-- Files that the bucket didn't take in time wait here until a job has put them there. Servers read them from here.
create table media_waiting (
  key text primary key,
  -- The account or the evidence that the file belongs to. No foreign key: what is erased must still leave the bucket.
  owner_id uuid not null,
  -- Null once the file was removed: a copy that is on its way to the bucket has to go from there, too.
  bytes bytea,
  size int not null,
  since timestamptz not null,
  tries int not null default 0,
  -- When a job may try again. One that works on a file moves this, so that no other takes it.
  due_at timestamptz not null
);
-- The files are compressed already.
alter table media_waiting alter bytes set storage external;
create index media_waiting_of on media_waiting (owner_id) include (size);
create index media_waiting_due on media_waiting (due_at);
