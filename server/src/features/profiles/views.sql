-- needs profiles/profile/genders
create or replace view profiles_bios as select account_id, bio from profiles;

create or replace view profiles_consents as select account_id, kind, version from consents where withdrawn_at is null;

create or replace view profiles_pictures as
  select public_id, account_id, position, placeholder, width, height, alt, audience, review, fingerprint
  from pictures;

create or replace view profiles_prompts as
  select account_id, prompt ->> 'question' as question from profiles, jsonb_array_elements(prompts) prompt;

create or replace view profiles_places as
  select account_id, gender, city, country, shown_to(gender, shown_to) as shown_to,
    gender_changes[cardinality(gender_changes)] as gender_changed_at from profiles;

create or replace view profiles_withdrawn_files as
  select public_id, account_id, shown, spared_until from dropped_files where account_id is not null;

create or replace view profiles_shown_texts as
  select id, author_id, reader_id, place, about, text, since, until from shown_texts;
