-- Ids that sort by when they were made. PostgreSQL 18 has uuidv7() of its own; 15 to 17 do not.
create function uuid_v7(at timestamptz default clock_timestamp()) returns uuid
  language sql volatile parallel safe
  as $$
    select encode(
      set_bit(set_bit(
        overlay(uuid_send(gen_random_uuid())
          placing substring(int8send(floor(extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6),
        52, 1), 53, 1),
      'hex')::uuid
  $$;

-- What the fan-out of live events cannot put into a notification (8,000 bytes) waits here for a moment.
create table socket_io_attachments (
  id bigserial primary key,
  created_at timestamptz not null default now(),
  payload bytea
);

-- How often something guarded was tried: one row a key, counted by one statement, shared by every server.
create unlogged table budgets (
  key text primary key,
  used integer not null,
  resets_at timestamptz not null
);
create index budgets_resets_at on budgets (resets_at);
