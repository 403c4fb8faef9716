-- All that somebody answered in one row: a score between two reads two rows, wherever their answers lie. The answers themselves
-- stay where they are; this follows them.
create table answer_sheets (
  account_id uuid primary key references accounts on delete cascade,
  -- By question: the answer, those accepted, how much it matters, whether it is shown.
  answers jsonb not null
);

create function sheets_of(ids uuid[]) returns void language plpgsql as $$
begin
  -- Of two answers at once the second waits, and then sees the first.
  perform from accounts where id = any(ids) order by id for no key update;
  delete from answer_sheets where account_id = any(ids)
    and not exists (select from answers where answers.account_id = answer_sheets.account_id and not skipped);
  insert into answer_sheets (account_id, answers)
  select account_id, jsonb_object_agg(question_id, jsonb_build_array(answer, accepted, importance, shown))
  from answers where account_id = any(ids) and not skipped group by account_id
  on conflict (account_id) do update set answers = excluded.answers;
end $$;

create function answers_changed() returns trigger language plpgsql as $$
begin
  perform sheets_of(array(select distinct account_id from changed));
  return null;
end $$;
create trigger answers_given after insert on answers referencing new table as changed for each statement execute function answers_changed();
create trigger answers_changed after update on answers referencing new table as changed for each statement execute function answers_changed();
create trigger answers_taken after delete on answers referencing old table as changed for each statement execute function answers_changed();

insert into answer_sheets (account_id, answers)
select account_id, jsonb_object_agg(question_id, jsonb_build_array(answer, accepted, importance, shown))
from answers where not skipped group by account_id;
