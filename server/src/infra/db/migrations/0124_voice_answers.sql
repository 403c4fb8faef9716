-- The answer to a prompt that a member has spoken: {"fileId", "question", "durationMs", "peaks", "review"}. Lists read it
-- with the profile, and it goes with it.
alter table profiles add column voice jsonb;

create function profiles_voice_dropped() returns trigger language plpgsql as $$
begin
  perform profiles_drop_files(array[old.voice ->> 'fileId']);
  return null;
end $$;
create trigger profiles_voice_changed after update of voice on profiles for each row
  when (old.voice ->> 'fileId' is not null and old.voice ->> 'fileId' is distinct from new.voice ->> 'fileId')
  execute function profiles_voice_dropped();
create trigger profiles_voice_deleted after delete on profiles for each row
  when (old.voice ->> 'fileId' is not null) execute function profiles_voice_dropped();
