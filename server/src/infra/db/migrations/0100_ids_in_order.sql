-- Ids made within a millisecond keep their order, too: the twelve bits after the version count its 4,096 parts, as the
-- standard for these ids allows. Entries of one unit of work share their time, and lists order them by id.
create or replace function uuid_v7(at timestamptz default clock_timestamp()) returns uuid
  language sql volatile parallel safe
  as $$
    select encode(
      overlay(uuid_send(gen_random_uuid())
        placing int8send((us / 1000 << 16) | (7 << 12) | (us % 1000 * 4096 / 1000)) from 1 for 8),
      'hex')::uuid
    from (select floor(extract(epoch from at) * 1000000)::bigint as us) as moment
  $$;
