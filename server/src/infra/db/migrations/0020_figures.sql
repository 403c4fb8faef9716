-- What staff ask for by account stands with the account: a list of users reads one table, and one change of it counts.
alter table accounts add column gender text, add column complete boolean not null default false;
comment on column accounts.gender is 'As the profile says, in small letters; null where it says nothing.';
create index accounts_by_gender on accounts (gender, created_at desc, id desc)
  where state <> 'erased' and (gender is null or gender not in ('woman', 'man'));
create index accounts_incomplete on accounts (created_at desc, id desc) where state <> 'erased' and not complete;

update accounts a set gender = lower(p.gender), complete = is_complete(a.date_of_birth, p.gender, p.interested_in, p.city)
from profiles p where p.account_id = a.id and p.gender is not null;

create function gender_of_profile() returns trigger language plpgsql as $$
begin
  -- Whoever changes a profile holds its account first: of two changes at once the second sees what the first one made.
  perform from accounts where id = coalesce(new.account_id, old.account_id) for no key update;
  update accounts a set gender = lower(new.gender), complete = is_complete(a.date_of_birth, new.gender, new.interested_in, new.city)
  where a.id = coalesce(new.account_id, old.account_id) and (a.gender, a.complete)
    is distinct from (lower(new.gender), is_complete(a.date_of_birth, new.gender, new.interested_in, new.city));
  return null;
end $$;
create trigger profiles_gender after insert or update of gender, interested_in, city or delete on profiles
  for each row execute function gender_of_profile();

create function completeness_of_account() returns trigger language plpgsql as $$
begin
  new.complete := coalesce((select is_complete(new.date_of_birth, gender, interested_in, city) from profiles where account_id = new.id), false);
  return new;
end $$;
create trigger accounts_complete before update of date_of_birth on accounts for each row
  when (old.date_of_birth is distinct from new.date_of_birth) execute function completeness_of_account();

-- What the dashboard counts, kept by triggers: how many accounts are alike in what is asked for together. Nobody waits for
-- anybody else's row: a change is a line of its own, and a job adds the lines up.
create table account_tallies (
  -- 'traits' counts by gender, active, verified, complete and vip; 'joined-day' and 'joined-quarter' (of an hour) by the beginning of
  -- either and vip; 'born-month' and 'born-day' by the beginning of either.
  kind text not null,
  joined timestamptz,
  born date,
  gender text,
  active boolean,
  verified boolean,
  complete boolean,
  vip boolean,
  count integer not null,
  constraint account_tallies_alike unique nulls not distinct (kind, joined, born, gender, active, verified, complete, vip)
);
-- A line counts from its moment on: that somebody's premium ends is known ahead, and nobody writes when it happens.
create table account_changes (like account_tallies, counts_from timestamptz not null);
create index account_changes_due on account_changes (counts_from);

/* The lines of one account: none for who is erased. At the end of their premium they move from the VIPs to the others. */
create function lines_of(a accounts) returns setof account_changes language sql stable as $$
  select kind,
    case kind when 'joined-day' then date_trunc('day', a.created_at, 'UTC') when 'joined-quarter' then date_bin('15 minutes', a.created_at, 'epoch') end,
    case kind when 'born-month' then date_trunc('month', a.date_of_birth)::date when 'born-day' then a.date_of_birth end,
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

/* What became of one account, as the difference of its lines before and after. */
create function tally_account() returns trigger language plpgsql as $$
begin
  insert into account_changes
  select kind, joined, born, gender, active, verified, complete, vip, sum(count), counts_from from (
    select kind, joined, born, gender, active, verified, complete, vip, count, counts_from from lines_of(new)
    union all
    select kind, joined, born, gender, active, verified, complete, vip, -count, counts_from from lines_of(old)) lines
  group by kind, joined, born, gender, active, verified, complete, vip, counts_from having sum(count) <> 0;
  return null;
end $$;
create trigger accounts_joined_or_gone after insert or delete on accounts for each row execute function tally_account();
create trigger accounts_changed after update on accounts for each row
  when ((old.state, old.created_at, old.date_of_birth, old.email_verified_at is null, old.premium_until, old.gender, old.complete)
    is distinct from (new.state, new.created_at, new.date_of_birth, new.email_verified_at is null, new.premium_until, new.gender, new.complete))
  execute function tally_account();

-- When everybody was here last, where it can be looked for: an index on the account itself would make each visit write to all
-- of its indexes.
create table sightings (
  account_id uuid primary key references accounts on delete cascade,
  seen_at timestamptz
) with (fillfactor = 80);
create index sightings_latest on sightings (seen_at desc nulls last, account_id desc);
create function sight() returns trigger language plpgsql as $$
begin
  insert into sightings values (new.id, case when new.state <> 'erased' then new.last_active_at end)
    on conflict (account_id) do update set seen_at = excluded.seen_at;
  return null;
end $$;
create trigger accounts_sighted after insert or update of last_active_at, state on accounts for each row execute function sight();

/* The tables of this file from the accounts, for those that came in without their triggers. */
create function count_accounts_anew() returns void language sql as $$
  truncate account_tallies, account_changes, sightings;
  insert into account_changes select line.* from accounts a cross join lateral lines_of(a) line where counts_from > '-infinity';
  insert into account_tallies select kind, joined, born, gender, active, verified, complete, vip, sum(count)
    from (select line.* from accounts a cross join lateral lines_of(a) line) lines
    where counts_from = '-infinity' group by kind, joined, born, gender, active, verified, complete, vip order by kind, joined, born;
  insert into sightings select id, case when state <> 'erased' then last_active_at end from accounts;
  analyze account_tallies, account_changes, sightings
$$;
select count_accounts_anew();
analyze accounts;

-- Two who changed an account and its profile at once made a listing of what was before either: the second now waits.
create or replace function listing_of_profile() returns trigger language plpgsql as $$
begin
  perform from accounts where id = new.account_id for no key update;
  perform refresh_listing(new.account_id);
  return null;
end $$;
