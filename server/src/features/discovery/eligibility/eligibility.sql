-- True if a person's details meet the other's dealbreakers. Missing details meet every dealbreaker.
create or replace function meets(filters jsonb, basics jsonb, intention text, checked boolean) returns boolean
  language sql immutable parallel safe
  return filters = '{}' or (
    (filters -> 'intention' is null or intention is null or filters -> 'intention' ? intention)
    and (filters -> 'checkedOnly' is distinct from 'true' or checked)
    and not exists (
      select from jsonb_each(filters) f
      where f.key not in ('intention', 'checkedOnly') and jsonb_typeof(basics -> f.key) = 'string'
        and not f.value ? (basics ->> f.key)));

-- The answers to a community's own fields that people who could match may see, as lists and filters use them. Texts
-- can't be filtered by.
create or replace function listed_fields(fields jsonb) returns jsonb language sql immutable parallel safe
  return case when fields = '{}' then '{}' else (
    select coalesce(jsonb_object_agg(key, value -> 'value'), '{}') from jsonb_each(fields)
    where value ->> 'kind' <> 'text' and value ->> 'audience' in ('everyone', 'eligible')) end;

-- The choices among listed answers, as terms such as “faculty:law”.
create or replace function field_terms(listed jsonb) returns text[] language sql immutable parallel safe
  return case when listed = '{}' then '{}' else array(
    select key || ':' || choice from jsonb_each(listed), lateral (
      select value #>> '{}' where jsonb_typeof(value) = 'string'
      union all
      select jsonb_array_elements_text(case jsonb_typeof(value) when 'array' then value else '[]' end)) c(choice)) end;

-- True if answers to a community's own fields meet someone's dealbreakers. `live` has the fields with dealbreakers in
-- the current configuration, each with its choices. Missing answers, and retired choices on either side, meet every
-- dealbreaker.
create or replace function meets_fields(filters jsonb, live jsonb, answers jsonb) returns boolean
  language sql immutable parallel safe
  return not exists (
    select from jsonb_each(filters) f join jsonb_each(answers) a on a.key = f.key join jsonb_each(live) l on l.key = f.key
    where case jsonb_typeof(l.value)
      when 'array' then f.value ?| array(select jsonb_array_elements_text(l.value))
        and a.value ?| array(select jsonb_array_elements_text(l.value))
        and not a.value ?| array(select c from jsonb_array_elements_text(f.value) c where l.value ? c)
      else jsonb_typeof(a.value) = 'number'
        and not (a.value::numeric between (f.value ->> 'min')::numeric and (f.value ->> 'max')::numeric) end);
