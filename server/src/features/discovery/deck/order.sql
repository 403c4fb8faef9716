-- The order of decks: a standing’s rank, and how choices change it. A like or pass is noted by `matching/choose.sql`
-- and `matching/choices.sql.ts`; the job in `exposure.sql.ts` counts what was noted. `candidates.sql.ts` reads the
-- order.
-- needs profiles/profile/genders

-- What the likes of members count who like nearly everyone. It is decided by the weak prior, whatever is fitted: with
-- a strong one, such members went unnoticed for days. Base ranks follow at the next choice, or at night.
create or replace function worth_of_likes(share double precision) returns double precision
  language sql immutable parallel safe
  return 1 - 0.9 * greatest(0, share - 0.75) / 0.25;

-- The part of the rank that doesn't depend on the viewer.
create or replace function order_rank(o order_groups, gave_likes integer, gave integer, got_likes integer,
  got integer,
  shown real, activity real) returns real language sql immutable parallel safe
  return (((gave_likes + o.gives_likes::float8) / (gave + o.gives_of))
    * worth_of_likes((gave_likes + 2.4::float8) / (gave + 6))
    * ((got_likes + o.gets_likes::float8) / (got + o.gets_of))
    * activity / power(1 + shown / greatest(o.mean_shown, 1), 2))::real;

-- The parameters of the order for a set: the mean of its groups. Members who aren't listed have none.
create or replace function discovery_order_of(shown_to smallint) returns order_groups
language sql stable parallel safe as $$
  select case count(*) when 1 then (array_agg(g))[1] else jsonb_populate_record((array_agg(g))[1], jsonb_build_object(
    'gives_likes', avg(g.gives_likes), 'gives_of', avg(g.gives_of), 'gets_likes', avg(g.gets_likes),
    'gets_of', avg(g.gets_of), 'usual', avg(g.usual), 'mean_shown', avg(g.mean_shown))) end
  from order_groups g where seeks(array[g.gender_group]) & coalesce($1, 4) > 0
$$;

-- A rank is rewritten only when it is off by about a third: each rewrite costs more than making a deck.
create or replace function is_factor_due(pending_factor real) returns boolean language sql immutable parallel safe
  return pending_factor < 0.75 or pending_factor > 1.34;

create or replace function rank_after(base_rank real, pending_factor real) returns real
language sql immutable parallel safe
  return case when is_factor_due(pending_factor) then base_rank * pending_factor else base_rank end;

create or replace function factor_after(pending_factor real) returns real language sql immutable parallel safe
  return case when is_factor_due(pending_factor) then 1 else pending_factor end;

-- By how much the rank of a standing changes with choices, and with the exposure that those about its member end.
create or replace function discovery_factor(
  s standings, gave_likes integer, gave integer, got_likes integer, got integer) returns real
language sql stable return (
  select (order_rank(o, s.gave_likes + $2, s.gave + $3, s.got_likes + $4, s.got + $5,
    greatest(0, s.shown + $5)::real, 1)
    / order_rank(o, s.gave_likes, s.gave, s.got_likes, s.got, s.shown, 1))::real
  from discovery_order_of(s.shown_to) o);

-- Notes what a choice, or one that is taken back, changes in the standings of the two.
create or replace function discovery_count_choice(chooser uuid, chosen uuid, likes integer, choices integer)
  returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into uncounted_choices (chooser_id, chosen_id, likes, choices) values (chooser, chosen, likes, choices);
end $$;

-- Counts some of the choices in the log, and the exposure that they end, in the standings of both members. Those of a
-- standing that somebody else writes to at the moment stay for the next time: this waits for nobody. Returns how many
-- there were.
create or replace function discovery_count_choices(most integer) returns integer language sql
-- The planner takes a log that was empty a minute ago for empty, and would read all of it for each choice.
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with due as materialized (select ctid as place, * from uncounted_choices limit most for update skip locked),
  people as materialized (select chooser_id as account_id from due union select chosen_id from due),
  free as materialized (
    select s.account_id from people p join standings s using (account_id) for no key update of s skip locked),
  busy as materialized (
    select account_id from people p join standings s using (account_id)
    -- Looked up in a hash table: a join would compare everyone with everyone.
    where p.account_id not in (select account_id from free)),
  counted as materialized (
    select d.* from due d where not exists (select from busy b where b.account_id in (d.chooser_id, d.chosen_id))),
  sums as materialized (
    select account_id, sum(gave_likes)::int as gave_likes, sum(gave)::int as gave, sum(got_likes)::int as got_likes,
      sum(got)::int as got
    from (
      select chooser_id as account_id, likes as gave_likes, choices as gave, 0 as got_likes, 0 as got from counted
      union all select chosen_id, 0, 0, likes, choices from counted) c
    group by account_id),
  written as (
    update standings s set gave_likes = s.gave_likes + c.gave_likes, gave = s.gave + c.gave,
      got_likes = s.got_likes + c.got_likes, got = s.got + c.got, shown = greatest(0, s.shown + c.got),
      (base_rank, pending_factor) = (
        select rank_after(s.base_rank, f.factor), factor_after(f.factor)
        from (select (s.pending_factor * discovery_factor(s, c.gave_likes, c.gave, c.got_likes,
          c.got))::real as factor
          offset 0) f)
    from sums c where s.account_id = c.account_id),
  deleted as (
    delete from uncounted_choices u using counted d where u.ctid = d.place)
  select count(*)::int from counted
$$;
