-- The delivery log of fraud warnings outlives the emails, which are deleted after a month.
alter table fraud_notices add column mail_sent_at timestamptz;
create or replace view delivery_mails as select id, sent_at, last_error from mails;
