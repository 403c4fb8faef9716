-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';
alter table blocks drop constraint blocks_blocked_id_fkey;
alter table date_answers drop constraint date_answers_other_id_fkey;
alter table hidden_from drop constraint hidden_from_hider_id_fkey, drop constraint hidden_from_address_block_fkey;
alter table listings drop constraint listings_account_id_fkey;
alter table sightings drop constraint sightings_account_id_fkey;
alter table standings drop constraint standings_account_id_fkey;
alter table mails drop constraint mails_account_id_fkey;
alter table sandbox_methods drop constraint sandbox_methods_customer_fkey;
alter table sandbox_setups drop constraint sandbox_setups_customer_fkey;
alter table sandbox_subscriptions drop constraint sandbox_subscriptions_customer_fkey;
