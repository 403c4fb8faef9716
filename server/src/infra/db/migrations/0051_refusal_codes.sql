-- Why an item of a bulk action stayed as it is, as a code instead of a sentence (features/moderation/refusals.ts).
create function moderation_is_refusal(code text) returns boolean language sql immutable parallel safe
  return code ~ ('^(own_account|not_active|not_deactivated|no_user|no_report|decided_since|last_administrator|failed'
    || '|unknown|transition:[a-z_]+:[a-z_]+|already:[a-z_]+)$');
create function moderation_are_refusals(counts jsonb) returns boolean language sql immutable parallel safe
  return (select coalesce(bool_and(coalesce(moderation_is_refusal(each ->> 'why'), false)), true)
    from jsonb_array_elements(counts) each);

create function pg_temp.code_of(sentence text) returns text language sql immutable as $$
  select case sentence
    when 'Nobody decides about themselves.' then 'own_account'
    when 'You can''t do this to your own account.' then 'own_account'
    when 'This user is not active.' then 'not_active'
    when 'This user is active already, or banned.' then 'not_deactivated'
    when 'There is no such user.' then 'no_user'
    when 'There is no such report.' then 'no_report'
    when 'Somebody has decided about it since.' then 'decided_since'
    when 'The last administrator stays one.' then 'last_administrator'
    when 'You can''t remove the last administrator.' then 'last_administrator'
    when 'It failed; the log says why.' then 'failed'
    else coalesce(
      'transition:' || array_to_string(regexp_match(sentence, '^A report that is ([a-z_]+) cannot become ([a-z_]+)\.$'), ':'),
      'already:' || (regexp_match(sentence, '^It is ([a-z_]+) already\.$'))[1],
      'unknown')
  end
$$;
create function pg_temp.codes_of(counts jsonb) returns jsonb language sql immutable strict as $$
  select coalesce(jsonb_agg(jsonb_build_object('why', why, 'count', n) order by place), '[]') from (
    select pg_temp.code_of(each ->> 'why') as why, sum((each ->> 'count')::bigint) as n, min(nth) as place
    from jsonb_array_elements(counts) with ordinality as c(each, nth) group by 1) g
$$;

update batch_items set outcome = pg_temp.code_of(outcome) where outcome <> 'done';
update batches set refused = pg_temp.codes_of(refused), failed = pg_temp.codes_of(failed)
  where refused <> '[]' or failed <> '[]';

alter table batch_items add check (outcome = 'done' or moderation_is_refusal(outcome));
alter table batches add check (moderation_are_refusals(refused)), add check (moderation_are_refusals(failed));
