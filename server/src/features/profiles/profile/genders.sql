-- Genders as lists and orders use them: by group, and as bits (woman 1, man 2, others 4). Listings, standings and
-- order groups are made with these.

-- Own words count as non-binary where somebody asks for the group.
create or replace function gender_group(gender text) returns text
  language sql immutable parallel safe
  return case when lower(gender) in ('woman', 'man') then lower(gender) else 'non-binary' end;

create or replace function seeks(wants text[]) returns smallint language sql immutable parallel safe
  return coalesce((select bit_or(case each when 'woman' then 1 when 'man' then 2 else 4 end)
    from unnest(wants) each), 0)::smallint;

-- To whom a member is shown.
create or replace function shown_to(gender text, chosen text[]) returns smallint language sql immutable parallel safe
  return case when gender is null then null
    when lower(gender) in ('woman', 'man', 'non-binary') or coalesce(chosen, '{}') = '{}'
    then seeks(array[gender_group(gender)]) else seeks(chosen) end;

-- The part of an index in which a standing is found. Those in several sets have one of their own.
create or replace function group_shown_to(shown_to smallint) returns text language sql immutable parallel safe
  return case shown_to when 1 then 'woman' when 2 then 'man' when 4 then 'non-binary' else 'several' end;
