-- A decision about a photo, a selfie or a voice answer takes effect after a minute, in which it can be undone. Until
-- then it is noted beside what it is about. (For voice answers, in `profiles.voice_details`.)

-- Gives way to members before one of them would count as deadlocked.
set local lock_timeout = '500ms';

-- Who decided what, when and why.
alter table pictures add column decided jsonb;
-- What was decided. Who and when is in `decided_by` and `decided_at`.
alter table photo_checks add column decision text;
