create or replace view moderation_flagged_messages as select message_id, rule, match_id from flagged_messages;

-- Fingerprints of pictures and recordings that staff removed from profiles, so that they aren't added again while the
-- decision is active.
create or replace view moderation_hidden_media as
  select subject_id as account_id, coalesce(hidden -> 'pictures', '[]') as pictures,
    coalesce(hidden -> 'fingerprints', '[]') as fingerprints, hidden -> 'sound' as sound
  from decisions where kind = 'hide' and state = 'in_force' and hidden ?| array['pictures', 'voice'];

-- The transcript of a removed recording isn't allowed as profile text either.
create or replace view moderation_hidden_texts as
  select subject_id as account_id, hidden ->> 'bio' as bio, coalesce(hidden -> 'prompts', '[]') as prompts,
    hidden ->> 'voiceText' as voice_text
  from decisions where kind = 'hide' and state = 'in_force' and hidden ?| array['bio', 'prompts', 'voiceText'];

create or replace view moderation_legal_holds as select account_id from legal_holds where lifted_at is null;

create or replace view moderation_less_exposed as
  select about_id as account_id from reports where lessens_since is not null and status in ('pending', 'in_progress');

-- The people that reports are about, for the audit log, which must hide reports from them. Once a report is deleted,
-- its evidence names them.
create or replace view moderation_reported as
  select report_id, about_id from evidence
  union all
  select id, about_id from reports where about_id is not null;

-- The people that members reported, for features that have to know about contact between two members.
create or replace view moderation_reporters as select reporter_id, about_id from reports where about_id is not null;

-- The labels that staff gave to members, for the list of users.
-- Labels are for members. Those of people who have joined the team since are neither shown nor found.
create or replace view moderation_account_labels as select account_id, label_id from account_labels l
  where not exists (select from accounts a where a.id = l.account_id and (a.is_admin or a.staff_role is not null));
