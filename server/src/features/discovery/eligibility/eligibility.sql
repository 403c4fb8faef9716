-- Who may meet whom, by filters (`eligibility.sql.ts`) and by distance (`distance.sql.ts`), and in which square a
-- place lies.

-- Whether what somebody says of themselves meets the other's dealbreakers. What is not said breaks nothing.
create or replace function meets(filters jsonb, basics jsonb, intention text, checked boolean) returns boolean
  language sql immutable parallel safe
  return filters = '{}' or (
    (filters -> 'intention' is null or intention is null or filters -> 'intention' ? intention)
    and (filters -> 'checkedOnly' is distinct from 'true' or checked)
    and not exists (
      select from jsonb_each(filters) f
      where f.key not in ('intention', 'checkedOnly') and jsonb_typeof(basics -> f.key) = 'string'
        and not f.value ? (basics ->> f.key)));

-- The shown distance: the smallest bucket that holds it, never finer than the cells; 999 is farther than all.
create or replace function distance_bucket(ax float8, ay float8, az float8, al smallint, bx float8, by float8,
  bz float8, bl smallint)
  returns integer language sql immutable parallel safe
  return case when ax is null or bx is null then null else greatest(
    (array[2, 5, 10, 25, 50])[greatest(al, bl) + 1],
    case
      when (ax - bx) ^ 2 + (ay - by) ^ 2 + (az - bz) ^ 2 <= 4 then 2
      when (ax - bx) ^ 2 + (ay - by) ^ 2 + (az - bz) ^ 2 <= 25 then 5
      when (ax - bx) ^ 2 + (ay - by) ^ 2 + (az - bz) ^ 2 <= 100 then 10
      when (ax - bx) ^ 2 + (ay - by) ^ 2 + (az - bz) ^ 2 <= 625 then 25
      when (ax - bx) ^ 2 + (ay - by) ^ 2 + (az - bz) ^ 2 <= 2500 then 50
      when (ax - bx) ^ 2 + (ay - by) ^ 2 + (az - bz) ^ 2 <= 10000 then 100
      when (ax - bx) ^ 2 + (ay - by) ^ 2 + (az - bz) ^ 2 <= 25600 then 160
      else 999 end) end;
