-- By the product's own rule (listings.sql), for all at once.
-- Fills listings, ranking_stats.
insert into listings select * from listings_due where get_byte(uuid_send(account_id), 15) % 2 = :half;
analyze listings;
insert into ranking_stats (account_id, gender_group, tile, base_rank, born, age_min, age_max, x, y, z, level, reach, seeks, shown_to,
  joined)
select * from ranking_stats_due;
update order_groups set mean_shown = 10;
update ranking_stats s set gave = n.gave, got = n.got, shown = n.shown, gave_likes = n.gave_likes, got_likes = n.got_likes,
  base_rank = order_rank(discovery_order_of(s.shown_to), n.gave_likes, n.gave, n.got_likes, n.got, n.shown::real,
    (case when not a.show_last_active then :hidden :within else :longer end)::real)
from accounts a, (
  select account_id, gave, got, shown, floor(gave * (0.1 + random() * 0.5))::int as gave_likes, floor(got * random() * 0.8)::int as got_likes
  from (select account_id, (60 + floor(random() * 200))::int as gave, (60 + floor(random() * 200))::int as got, random() * random() * 40 as shown
    from ranking_stats) counted) n
where a.id = s.account_id and n.account_id = s.account_id;
-- Removes the dead versions that the update left.
vacuum full ranking_stats;
