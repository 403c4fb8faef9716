-- When a block began, so that a date that was over before it started is told from one that goes on.
create or replace view discovery_blocks as
  select blocker_id as one_id, blocked_id as other_id, blocker_id, at from blocks
  union all
  select blocked_id, blocker_id, blocker_id, at from blocks;

-- What staff took off profiles, and what must not be written there again while the decision is in force.
create view moderation_hidden_texts as
  select subject_id as account_id, hidden ->> 'bio' as bio, coalesce(hidden -> 'prompts', '[]') as prompts
  from decisions where kind = 'hide' and state = 'in_force' and hidden ?| array['bio', 'prompts'];
