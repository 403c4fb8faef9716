-- Keeps `answer_sheets`.

-- A private answer counts in no score, for either side: from scores that move with it, it could be worked out. So it
-- isn't on the sheets that scores are read from. Each answer there: the answer, those accepted, how much it matters.
create or replace function sheets_of(ids uuid[]) returns void language plpgsql as $$
begin
  -- Of two answers at once the second waits, and then sees the first.
  perform from accounts where id = any(ids) order by id for no key update;
  delete from answer_sheets where account_id = any(ids)
    and not exists (select from answers where answers.account_id = answer_sheets.account_id and not skipped
      and shown);
  insert into answer_sheets (account_id, answers)
  select account_id, jsonb_object_agg(question_id, jsonb_build_array(answer, accepted, importance))
  from answers where account_id = any(ids) and not skipped and shown group by account_id
  on conflict (account_id) do update set answers = excluded.answers;
end $$;

create or replace function answers_changed() returns trigger language plpgsql as $$
begin
  perform sheets_of(array(select distinct account_id from changed));
  return null;
end $$;

create or replace trigger answers_changed after update on answers referencing new table as changed for each statement
  execute function answers_changed();

create or replace trigger answers_given after insert on answers referencing new table as changed for each statement
  execute function answers_changed();

create or replace trigger answers_taken after delete on answers referencing old table as changed for each statement
  execute function answers_changed();
