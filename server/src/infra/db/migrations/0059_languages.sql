-- The language that a person reads, which emails and notifications are written in. Null until it is known.
alter table accounts add language text check (language in ('en', 'de', 'fr', 'es', 'pt-BR', 'ar'));

create or replace view identity_people as
  select id, first_name, last_name, first_name || ' ' || last_name as full_name, email, email_verified_at, state, is_admin,
    is_acting_administrator(is_admin, state, email_verified_at) as can_administer, date_of_birth, gender, complete, created_at,
    last_active_at, premium_until, time_zone, notify, receipts, show_last_active, words, version, language
  from accounts;
