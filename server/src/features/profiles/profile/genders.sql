-- Genders as lists and orders use them: groups as bits (woman 1, man 2, others 4). Listings, standings and order groups
-- are made with these.

-- Own words count as non-binary where somebody asks for the group.
create or replace function seeks(wants text[]) returns smallint language sql immutable parallel safe
  return coalesce((select bit_or(case each when 'woman' then 1 when 'man' then 2 else 4 end)
    from unnest(wants) each), 0)::smallint;

-- To whom a member is shown.
create or replace function shown_to(gender text, chosen text[]) returns smallint language sql immutable parallel safe
  return case when gender is null then null
    when lower(gender) in ('woman', 'man', 'non-binary') or coalesce(chosen, '{}') = '{}'
    then seeks(array[lower(gender)]) else seeks(chosen) end;
