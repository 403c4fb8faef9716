create or replace function is_complete(born date, gender text, wants text[], city text) returns boolean
  language sql immutable parallel safe
  return gender is not null and cardinality(wants) > 0 and born is not null and city is not null;

create or replace function gender_of_profile() returns trigger language plpgsql as $$
begin
  -- Every change of a profile locks its account first, so that the second of two concurrent changes sees the first.
  perform from accounts where id = coalesce(new.account_id, old.account_id) for no key update;
  update accounts a set gender = lower(new.gender),
    complete = is_complete(a.date_of_birth, new.gender, new.interested_in, new.city)
  where a.id = coalesce(new.account_id, old.account_id) and (a.gender, a.complete)
    is distinct from (lower(new.gender), is_complete(a.date_of_birth, new.gender, new.interested_in, new.city));
  return null;
end $$;

create or replace function completeness_of_account() returns trigger language plpgsql as $$
begin
  new.complete := coalesce((select is_complete(new.date_of_birth, gender, interested_in, city) from profiles
    where account_id = new.id), false);
  return new;
end $$;

create or replace trigger profiles_gender after insert or delete or update of gender, interested_in, city on profiles
  for each row execute function gender_of_profile();

create or replace trigger accounts_complete before update of date_of_birth on accounts for each row
  when (old.date_of_birth is distinct from new.date_of_birth)
  execute function completeness_of_account();
