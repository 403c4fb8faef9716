create or replace view delivery_mails as select id, sent_at, last_error from mails;
