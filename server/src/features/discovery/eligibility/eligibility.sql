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
