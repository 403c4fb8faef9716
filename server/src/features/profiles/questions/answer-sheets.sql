-- Keeps `answer_sheets`.

-- A private answer counts in no score, for either side: from scores that move with it, it could be worked out. So it
-- isn't on the sheets that scores are read from. Each answer there: the answer, those accepted, how much it matters.
create or replace function write_answer_sheet() returns trigger language plpgsql as $$
declare
  owner uuid := coalesce(new.account_id, old.account_id);
  sheet jsonb;
begin
  -- Of two answers at once the second waits, and then sees the first.
  perform from accounts a where a.id = owner for no key update;
  select jsonb_object_agg(question_id, jsonb_build_array(answer, accepted, importance)) into sheet
  from answers where account_id = owner and not skipped and shown;
  if sheet is null then
    delete from answer_sheets where account_id = owner;
  else
    insert into answer_sheets (account_id, answers) values (owner, sheet)
    on conflict (account_id) do update set answers = excluded.answers;
  end if;
  return null;
end $$;

create or replace trigger answers_sheet after insert or update or delete on answers for each row
  execute function write_answer_sheet();
