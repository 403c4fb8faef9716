-- What other rooms read of reports and decisions.

create or replace view moderation_flagged_messages as select message_id, rule, match_id from flagged_messages;

-- What pictures and recordings that staff took off profiles look and sound like, so that they aren't put there again
-- while the decision is in force.
create or replace view moderation_hidden_media as
  select subject_id as account_id, coalesce(hidden -> 'pictures', '[]') as pictures,
    coalesce(hidden -> 'fingerprints', '[]') as fingerprints, hidden -> 'sound' as sound
  from decisions where kind = 'hide' and state = 'in_force' and hidden ?| array['pictures', 'voice'];

-- What was said in recordings that staff took off is no text for the profile either.
create or replace view moderation_hidden_texts as
  select subject_id as account_id, hidden ->> 'bio' as bio, coalesce(hidden -> 'prompts', '[]') as prompts,
    hidden ->> 'voiceText' as voice_text
  from decisions where kind = 'hide' and state = 'in_force' and hidden ?| array['bio', 'prompts', 'voiceText'];

create or replace view moderation_legal_holds as select account_id from legal_holds where lifted_at is null;

create or replace view moderation_less_exposed as
  select about_id as account_id from reports where lessens_since is not null and status in ('pending', 'in_progress');

-- Whom reports are about, for the audit log, which mustn't tell them. The evidence knows it when the report is gone.
create or replace view moderation_reported as
  select report_id, about_id from evidence
  union all
  select id, about_id from reports where about_id is not null;

-- Whom members reported, for the rooms that have to know that the two had to do with each other.
create or replace view moderation_reporters as select reporter_id, about_id from reports where about_id is not null;
