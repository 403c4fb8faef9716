-- Counting 250 of 20,000 choices that wait took half a second, because each was compared with all others to delete them.
-- needs 0193_pairs_locked_by_rows
/*
 * Counts some of the choices in the log, and the exposure that they end, in the standings of both members. Those of a
 * standing that somebody else writes to at the moment stay for the next time: this waits for nobody. Returns how many
 * there were.
 */
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
        from (select (s.pending_factor * discovery_factor(s, c.gave_likes, c.gave, c.got_likes, c.got))::real as factor
          offset 0) f)
    from sums c where s.account_id = c.account_id),
  deleted as (
    delete from uncounted_choices u using counted d where u.ctid = d.place)
  select count(*)::int from counted
$$;
