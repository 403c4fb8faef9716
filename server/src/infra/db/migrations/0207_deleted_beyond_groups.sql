-- What is deleted with an account, a report, a decision or a blocked address, but is in another group of tables
-- (docs/scale.md): triggers delete it, because no foreign key will lead from one group to another. Accounts that are erased
-- keep their rows, so of accounts this concerns people of the demo. With the owner's rights, as foreign keys have.
-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

create function accounts_deleted() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  -- With its messages and all that belongs to them.
  delete from matches where a_id in (select id from gone);
  delete from matches where b_id in (select id from gone);

  delete from choices where chosen_id in (select id from gone);
  delete from blocks where blocked_id in (select id from gone);
  delete from date_answers where other_id in (select id from gone);
  delete from hidden_from where hider_id in (select id from gone);

  delete from listings where account_id in (select id from gone);
  delete from sightings where account_id in (select id from gone);
  delete from standings where account_id in (select id from gone);

  delete from account_links where account_id in (select id from gone) or banned_id in (select id from gone);
  delete from decisions where subject_id in (select id from gone);
  delete from payment_differences where account_id in (select id from gone);
  delete from report_presence where account_id in (select id from gone);
  delete from same_pictures where account_id in (select id from gone) or other_id in (select id from gone);
  delete from second_look_readers where account_id in (select id from gone);
  update report_history set actor_id = null where actor_id in (select id from gone);
  update report_replies set author_id = null where author_id in (select id from gone);
  update reports set reporter_id = null where reporter_id in (select id from gone);
  update reports set about_id = null where about_id in (select id from gone);
  update reports set assignee_id = null where assignee_id in (select id from gone);

  update mails set account_id = null where account_id in (select id from gone);
  delete from sandbox_methods where customer in (select id from gone);
  delete from sandbox_setups where customer in (select id from gone);
  delete from sandbox_subscriptions where customer in (select id from gone);
  return null;
end $$;
create trigger accounts_deleted after delete on accounts
  referencing old table as gone for each statement execute function accounts_deleted();

create function reports_deleted() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from lessened_exposures where report_id in (select id from gone);
  delete from slowed_senders where report_id in (select id from gone);
  return null;
end $$;
create trigger reports_deleted after delete on reports
  referencing old table as gone for each statement execute function reports_deleted();

create function decisions_deleted() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from fraud_notices where decision_id in (select id from gone);
  return null;
end $$;
create trigger decisions_deleted after delete on decisions
  referencing old table as gone for each statement execute function decisions_deleted();

create function address_blocks_deleted() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from hidden_from where (hider_id, address_block_id) in (select account_id, id from gone);
  return null;
end $$;
create trigger address_blocks_deleted after delete on address_blocks
  referencing old table as gone for each statement execute function address_blocks_deleted();
