-- Plans begin their key with their conversation's, and links and answers with their member's, so that each can be on its
-- group's node (docs/scale.md). No foreign key leads from a member to a conversation: when a plan is deleted, a trigger
-- makes its links and answers forget it.

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

create function date_plans_deleted() returns trigger language plpgsql as $$
begin
  update plan_shares set plan_id = null where plan_id in (select id from before);
  update date_answers set plan_id = null where plan_id in (select id from before);
  return null;
end $$;
create trigger date_plans_deleted after delete on date_plans
  referencing old table as before for each statement execute function date_plans_deleted();

alter table plan_shares drop constraint plan_shares_plan_id_fkey, drop constraint plan_shares_token_hash_key,
  drop constraint plan_shares_pkey, add constraint plan_shares_pkey primary key using index plan_shares_key;
alter table date_answers drop constraint date_answers_plan_id_fkey,
  drop constraint date_answers_pkey, add constraint date_answers_pkey primary key using index date_answers_key;
alter table date_plans drop constraint date_plans_pkey,
  add constraint date_plans_pkey primary key using index date_plans_key;
alter table voice_notes drop constraint voice_notes_file_id_key;
