-- Genders in lists and rankings: groups as bits (woman 1, man 2, others 4). Listings, ranking stats and order groups are
-- built from these.

-- Genders in own words count as non-binary in searches for that group.
create or replace function seeks(wants text[]) returns smallint language sql immutable parallel safe
  return coalesce((select bit_or(case each when 'woman' then 1 when 'man' then 2 else 4 end)
    from unnest(wants) each), 0)::smallint;

create or replace function shown_to(gender text, chosen text[]) returns smallint language sql immutable parallel safe
  return case when gender is null then null
    when lower(gender) in ('woman', 'man', 'non-binary') or coalesce(chosen, '{}') = '{}'
    then seeks(array[lower(gender)]) else seeks(chosen) end;
