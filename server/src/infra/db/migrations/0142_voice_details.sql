-- What a spoken answer has besides its sound: {"fileId", "text"}. It is not in `voice`, where servers of the version
-- before refuse what they don't know, and it counts only for the file that it names, because they replace that one alone.
alter table profiles add column voice_details jsonb;

-- What was said in recordings that staff took off is no text for the profile either.
create or replace view moderation_hidden_texts as
  select subject_id as account_id, hidden ->> 'bio' as bio, coalesce(hidden -> 'prompts', '[]') as prompts,
    hidden ->> 'voiceText' as voice_text
  from decisions where kind = 'hide' and state = 'in_force' and hidden ?| array['bio', 'prompts', 'voiceText'];
