-- Maintains the stats of the dashboard: each change of an account writes lines, which a job adds up (`stats/queries.ts`).

-- An erased account has no lines. When premium ends, an account moves from the VIPs to the others.
create or replace function lines_of(a accounts) returns setof account_tallies language sql stable as $$
  select kind,
    case kind when 'joined-day' then date_trunc('day', a.created_at, 'UTC') when 'joined-quarter'
      then date_bin('15 minutes', a.created_at, 'epoch') end,
    case kind when 'born-month' then date_trunc('month', a.date_of_birth)::date when 'born-day'
      then a.date_of_birth end,
    case kind when 'traits' then coalesce(a.gender, 'not-specified') end,
    case kind when 'traits' then a.state in ('active', 'paused') end,
    case kind when 'traits' then a.email_verified_at is not null end,
    case kind when 'traits' then a.complete end,
    case when kind not like 'born%' then vip end, one, counts_from
  from unnest(array['traits', 'joined-day', 'joined-quarter', 'born-month', 'born-day']) kind
  cross join lateral (values (a.premium_until is not null, 1, '-infinity'::timestamptz), (true, -1, a.premium_until),
    (false, 1, a.premium_until)) line (vip, one, counts_from)
  where a.state <> 'erased' and (kind not like 'born%' or a.date_of_birth is not null)
    and (counts_from = '-infinity' or (kind not like 'born%' and counts_from < '9999-01-01'))
$$;

create or replace function tally_account() returns trigger language plpgsql as $$
begin
  insert into account_tallies
  select kind, joined, born, gender, active, verified, complete, vip, sum(count), counts_from from (
    select kind, joined, born, gender, active, verified, complete, vip, count, counts_from from lines_of(new)
    union all
    select kind, joined, born, gender, active, verified, complete, vip, -count, counts_from from lines_of(old)) lines
  group by kind, joined, born, gender, active, verified, complete, vip, counts_from having sum(count) <> 0;
  return null;
end $$;

create or replace trigger accounts_tallied after insert or delete or update of state, created_at, date_of_birth,
  email_verified_at, premium_until, gender, complete on accounts for each row
  execute function tally_account();
