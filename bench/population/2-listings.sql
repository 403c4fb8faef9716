-- By the product's own rule, one by one.
do $$ begin perform refresh_listing(id) from accounts; end $$;
update standings set gave = 60 + floor(random() * 200), got = 60 + floor(random() * 200), shown = random() * random() * 40;
update standings set gave_likes = floor(gave * (0.1 + random() * 0.5)), got_likes = floor(got * random() * 0.8);
update standings s set worth = worth(gave_likes, gave, got_likes, got, shown, 10,
  case when not a.show_last_active then 0.6 when a.last_active_at > now() - interval '1 day' then 1
    when a.last_active_at > now() - interval '7 days' then 0.8 when a.last_active_at > now() - interval '30 days' then 0.5 else 0.25 end::real)
from accounts a where a.id = s.account_id;
insert into facts (key, value) values ('mean-shown', '10') on conflict (key) do update set value = excluded.value;
analyze standings, listings;
