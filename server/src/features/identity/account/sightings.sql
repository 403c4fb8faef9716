-- Maintains `last_seen`: the last visit of an account, and the number of days with one. Places
-- (`profiles/places/queries.ts`) use the days.

-- Uses the row that a visit writes anyway. An erased account has no days.
create or replace function sight() returns trigger language plpgsql as $$
declare
  seen timestamptz := case when new.state <> 'erased' then new.last_active_at end;
begin
  insert into last_seen as s (account_id, seen_at, active_days) values (new.id, seen, (seen is not null)::int)
    on conflict (account_id) do update set seen_at = excluded.seen_at,
      active_days = case
        when excluded.seen_at is null then 0
        else least(3, s.active_days + (
          s.seen_at is null or (excluded.seen_at at time zone 'UTC')::date > (s.seen_at at time zone 'UTC')::date)::int)
      end;
  return null;
end $$;

create or replace trigger accounts_sighted after insert or update of last_active_at, state on accounts for each row
  execute function sight();
