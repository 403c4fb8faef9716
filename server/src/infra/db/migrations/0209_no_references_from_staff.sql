-- needs 0193_pairs_locked_by_rows

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';
alter table account_links drop constraint account_links_account_id_fkey, drop constraint account_links_banned_id_fkey;
alter table decisions drop constraint decisions_subject_id_fkey;
alter table payment_differences drop constraint payment_differences_account_id_fkey;
alter table report_history drop constraint report_history_actor_id_fkey;
alter table report_presence drop constraint report_presence_account_id_fkey;
alter table report_replies drop constraint report_replies_author_id_fkey;
alter table reports drop constraint reports_about_id_fkey, drop constraint reports_assignee_id_fkey,
  drop constraint reports_reporter_id_fkey;
alter table same_pictures drop constraint same_pictures_account_id_fkey, drop constraint same_pictures_other_id_fkey;
alter table second_look_readers drop constraint second_look_readers_account_id_fkey;
alter table fraud_notices drop constraint fraud_notices_decision_id_fkey;
alter table lessened_exposures drop constraint lessened_exposures_report_id_fkey;
alter table slowed_senders drop constraint slowed_senders_report_id_fkey;
