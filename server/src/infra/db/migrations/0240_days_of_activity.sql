-- On how many days members were here, as far as it matters: only those who came back count for a cell of the map.

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

-- Up to 3. Null where nobody has been seen since this column came: `days_seen` says what is known of them.
alter table sightings add column active_days smallint;

/* What was known before days were counted: the day of joining, and that of the last visit. */
create function days_seen(counted smallint, seen_at timestamptz, joined_at timestamptz) returns smallint
language sql immutable parallel safe
  return coalesce(counted, case when seen_at is null then 0
    when (seen_at at time zone 'UTC')::date > (joined_at at time zone 'UTC')::date then 2 else 1 end::smallint);

/* Writes the one row that a visit writes anyway. An erased account has no days. */
create or replace function sight() returns trigger language plpgsql as $$
declare
  seen timestamptz := case when new.state <> 'erased' then new.last_active_at end;
begin
  insert into sightings as s (account_id, seen_at, active_days) values (new.id, seen, (seen is not null)::int)
    on conflict (account_id) do update set seen_at = excluded.seen_at,
      active_days = case
        when excluded.seen_at is null then 0
        else least(3, days_seen(s.active_days, s.seen_at, new.created_at) + (
          s.seen_at is null or (excluded.seen_at at time zone 'UTC')::date > (s.seen_at at time zone 'UTC')::date)::int)
      end;
  return null;
end $$;

create or replace view identity_sightings as select account_id, seen_at, active_days from sightings;

/*
 * The network of an address in a sign-in: the first 24 bits of IPv4, and the first 48 of IPv6. Whoever has one address
 * of such a network can usually get the others.
 */
create function identity_network(address text) returns text language sql immutable parallel safe
  return case when address like '%:%'
    then split_part(address, ':', 1) || ':' || split_part(address, ':', 2) || ':' || split_part(address, ':', 3)
    else split_part(address, '.', 1) || '.' || split_part(address, '.', 2) || '.' || split_part(address, '.', 3) end;
