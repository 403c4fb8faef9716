
create or replace view identity_people as
  select id, first_name, last_name, first_name || ' ' || last_name as full_name, email, email_verified_at, state,
    is_admin, can_administer, date_of_birth, gender, complete, created_at, last_active_at, premium_until, time_zone, notify, handful_hour, receipts, show_last_active, words, version, language,
    staff_role, admission
  from accounts;

create or replace view identity_last_seen as select account_id, seen_at, active_days from last_seen;

create or replace view identity_open_sessions as select account_id, id, ends_at from sessions where ended_at is null;

create or replace view identity_sign_ins as select account_id, at, address, user_agent from sign_ins
  where outcome = 'succeeded';
