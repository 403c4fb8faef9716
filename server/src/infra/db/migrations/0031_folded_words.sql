-- Who looks for "lefevre" finds "Lefèvre", and the other way round: what is searched and what is searched for are folded by the
-- same function.
/* Small letters without their marks; letters that have no plain form under a mark are written with those that they sound like, and
   every apostrophe and hyphen is the one on a keyboard. */
create function folded(said text) returns text language sql immutable parallel safe
  return case when octet_length(said) = length(said) then translate(lower(said), '`', '''')
  else
    replace(replace(replace(replace(replace(
      translate(
        lower(regexp_replace(
          -- An acute accent by itself would come apart into a space and a mark.
          normalize(translate(said, '´', ''''), nfkd),
          '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
          '', 'g')),
        '`’‘‛ʼʻʹʽ′‐‒–—―−øØłŁđĐðÐħĦŧŦıſς', '''''''''''''''''''------oollddddhhttisσ'),
      'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end;

/* A pattern for what has these words in it. They are folded first: some signs of other scripts fold into those of patterns. */
create function having_words(said text) returns text language sql immutable parallel safe
  return '%' || regexp_replace(folded(said), '([\\%_])', '\\\1', 'g') || '%';

drop index accounts_search;
alter table accounts drop column words;
alter table accounts add column words text not null
  generated always as (folded(first_name || ' ' || last_name || ' ' || coalesce(email, ''))) stored;
create index accounts_search on accounts using gin (words gin_trgm_ops) where state <> 'erased';

drop index reports_words;
create index reports_words on reports using gin (folded(description) gin_trgm_ops);
drop index messages_words;
create index messages_words on messages using gin (folded(text) gin_trgm_ops) where text is not null;

create or replace function refresh_listing(id uuid) returns void language plpgsql as $$
begin
  delete from listings where account_id = id;
  insert into listings
  select a.id, a.created_at, a.date_of_birth, lower(p.gender), gender_group(p.gender), lowered(p.interested_in),
    p.age_min, p.age_max, p.reach, p.x, p.y, p.z, p.level, a.incognito, a.hide_age, a.hide_distance, a.show_last_active,
    a.photo_checked_at is not null, p.intention, folded(p.city), lowered(p.interests), lowered(p.languages), p.basics,
    folded(a.first_name || ' ' || array_to_string(p.interests, ' ') || ' ' || coalesce(p.bio, '')), p.filters
  from accounts a join profiles p on p.account_id = a.id
  where a.id = refresh_listing.id and a.state = 'active' and a.email_verified_at is not null
    and is_complete(a.date_of_birth, p.gender, p.interested_in, p.city)
    and exists (select from pictures where pictures.account_id = a.id and position = 0 and review = 'shown');
  insert into standings (account_id, gender_group, block, worth, born, age_min, age_max, x, y, z, level, reach, seeks)
  select a.id, l.gender_group, block_of(l.x, l.y, l.z), worth(0, 0, 0, 0, 0, 1, 1), l.born, l.age_min, l.age_max, l.x, l.y, l.z, l.level, l.reach,
    seeks(l.wants)
  from accounts a left join listings l on l.account_id = a.id where a.id = refresh_listing.id
  on conflict (account_id) do update set gender_group = excluded.gender_group, block = excluded.block, born = excluded.born,
    age_min = excluded.age_min, age_max = excluded.age_max, x = excluded.x, y = excluded.y, z = excluded.z, level = excluded.level,
    reach = excluded.reach, seeks = excluded.seeks
  where (standings.gender_group, standings.block, standings.born, standings.age_min, standings.age_max, standings.x, standings.y,
      standings.z, standings.level, standings.reach, standings.seeks)
    is distinct from (excluded.gender_group, excluded.block, excluded.born, excluded.age_min, excluded.age_max, excluded.x, excluded.y,
      excluded.z, excluded.level, excluded.reach, excluded.seeks);
end $$;

update listings l set city = folded(p.city),
  words = folded(a.first_name || ' ' || array_to_string(p.interests, ' ') || ' ' || coalesce(p.bio, ''))
from accounts a join profiles p on p.account_id = a.id
where a.id = l.account_id and (l.city, l.words) is distinct from (folded(p.city),
  folded(a.first_name || ' ' || array_to_string(p.interests, ' ') || ' ' || coalesce(p.bio, '')));
