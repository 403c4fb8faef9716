-- By the product's own rule, which is taken from `refresh_listing`, for all at once. It must make the same of a thousand.
-- Fills listings, standings.
do $$ declare statement text; made integer := 0; begin foreach statement in array string_to_array((select prosrc from pg_proc where proname = 'refresh_listing'), ';') loop
  if statement ~ '^\s*insert into (listings|standings)\s.*a\.id = refresh_listing\.id' then made := made + 1; execute
    replace(statement, 'a.id = refresh_listing.id', 'get_byte(uuid_send(a.id), 15) % 2 = :half'); end if; end loop; if
  made <> 2 then raise 'refresh_listing is not what this takes it for'; end if; end $$;
create temp table made_at_once as
select a.id, to_jsonb(l) as listing, to_jsonb(s) as standing
from (select id from accounts order by id limit 1000) a left join listings l on l.account_id = a.id left join standings s on s.account_id = a.id;
-- Without these, the comparison would read all for each of the thousand.
analyze listings, standings, made_at_once;
do $$ begin perform refresh_listing(id) from made_at_once; if exists (
  select from made_at_once a left join listings l on l.account_id = a.id left join standings s on s.account_id = a.id
  where (a.listing, a.standing) is distinct from (to_jsonb(l), to_jsonb(s))) then raise 'refresh_listing makes other rows'; end if; end $$;
update order_groups set mean_shown = 10;
update standings s set gave = n.gave, got = n.got, shown = n.shown, gave_likes = n.gave_likes, got_likes = n.got_likes,
  base_rank = order_rank(discovery_order_of(s.shown_to), n.gave_likes, n.gave, n.got_likes, n.got, n.shown::real,
    (case when not a.show_last_active then :hidden :within else :longer end)::real)
from accounts a, (
  select account_id, gave, got, shown, floor(gave * (0.1 + random() * 0.5))::int as gave_likes, floor(got * random() * 0.8)::int as got_likes
  from (select account_id, (60 + floor(random() * 200))::int as gave, (60 + floor(random() * 200))::int as got, random() * random() * 40 as shown
    from standings) counted) n
where a.id = s.account_id and n.account_id = s.account_id;
-- Removes the dead versions that the update left.
vacuum full standings;
