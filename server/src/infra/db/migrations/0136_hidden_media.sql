-- What pictures and recordings that staff took off profiles look and sound like, so that they aren't put there again while
-- the decision is in force. Decisions from before this migration only have the ids of the pictures.
create view moderation_hidden_media as
  select subject_id as account_id, coalesce(hidden -> 'pictures', '[]') as pictures,
    coalesce(hidden -> 'fingerprints', '[]') as fingerprints, hidden -> 'sound' as sound
  from decisions where kind = 'hide' and state = 'in_force' and hidden ?| array['pictures', 'voice'];
