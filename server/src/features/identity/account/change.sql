-- Used by other features to lock and change an account: profiles, privacy, notifications, billing and legal holds.

create or replace function identity_lock(account uuid) returns boolean language sql as $$
  select state <> 'erased' from accounts where id = account for update;
$$;

-- Decisions by staff take precedence over a request that waited for the row: a member pauses and resumes only an
-- account in good standing that isn't restricted, and sets a date of birth only once. Null changes mean that the caller
-- has locked the account.
create or replace function identity_change(account uuid, changes jsonb, counted boolean) returns setof accounts
language plpgsql as $$
declare
  changeable constant text[] := array['first_name', 'last_name', 'date_of_birth', 'time_zone', 'show_last_active',
    'hide_age', 'hide_gender', 'hide_distance', 'incognito', 'receipts', 'units', 'photo_blur', 'state', 'notify', 'handful_hour'];
  assigned text;
begin
  if not (array(select jsonb_object_keys(changes)) <@ changeable) then
    raise exception 'Other features can''t change this of an account: %', changes;
  end if;
  select string_agg(case key
    when 'state' then $s$state = case when accounts.state in ('active', 'paused') and accounts.limited_until is null
      then changed.state else accounts.state end$s$
    when 'date_of_birth' then 'date_of_birth = coalesce(accounts.date_of_birth, changed.date_of_birth)'
    else format('%1$I = changed.%1$I', key) end, ', ')
  into assigned from jsonb_object_keys(changes) key;
  assigned := concat_ws(', ', assigned, case when counted then 'version = accounts.version + 1' end);
  if assigned = '' then
    return query select * from accounts where id = account for update;
    return;
  end if;
  return query execute format('update accounts set %s from jsonb_populate_record(null::accounts, $2) changed
    where accounts.id = $1 returning accounts.*', assigned) using account, changes;
end $$;
