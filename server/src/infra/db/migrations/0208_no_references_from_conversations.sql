-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';
alter table calls drop constraint calls_callee_id_fkey, drop constraint calls_caller_id_fkey;
alter table date_plans drop constraint date_plans_proposer_id_fkey, drop constraint date_plans_receiver_id_fkey;
alter table flagged_messages drop constraint flagged_messages_account_id_fkey;
alter table reactions drop constraint reactions_account_id_fkey;
alter table reads drop constraint reads_account_id_fkey;
alter table voice_notes drop constraint voice_notes_account_id_fkey;
alter table matches drop constraint matches_a_id_fkey, drop constraint matches_b_id_fkey;
