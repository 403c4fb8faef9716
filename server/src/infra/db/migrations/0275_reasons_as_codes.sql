-- Reasons are stored as codes with parameters, and worded for each reader. The number of earlier reports was in an
-- English sentence, and so was what monitoring rules had found, beside its codes in `detection`.
-- needs 0260_addresses_changed_by_staff

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

update reports set priority_parts = (
  select jsonb_agg(case when part ->> 'name' like 'history: %'
      then jsonb_build_object('name', 'history', 'points', part -> 'points',
        'count', substring(part ->> 'name' from '\d+')::int)
      else part end order by place)
  from jsonb_array_elements(priority_parts) with ordinality parts (part, place))
where exists (select from jsonb_array_elements(priority_parts) part where part ->> 'name' like 'history: %');

update reports set description = '' where detection is not null and description <> '';
