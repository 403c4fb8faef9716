-- The sound of a message: a file in the storage, and how loud its parts are, from 0 to 100.
create table voice_notes (
  message_id uuid primary key references messages on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  file_id text not null unique,
  duration_ms integer not null,
  size integer not null,
  peaks smallint[] not null,
  created_at timestamptz not null
);
create index voice_notes_of_account on voice_notes (account_id);

create view chat_voice_notes as select message_id, file_id, duration_ms from voice_notes;

/* Notes which files to remove from the storage, which no transaction can write to. */
create function profiles_drop_files(ids text[]) returns void language plpgsql as $$
begin
  insert into dropped_files (public_id) select unnest(ids) on conflict do nothing;
end $$;

create function voice_notes_deleted() returns trigger language plpgsql as $$
begin
  perform profiles_drop_files(array(select file_id from before));
  return null;
end $$;
create trigger voice_notes_deleted after delete on voice_notes
  referencing old table as before for each statement execute function voice_notes_deleted();
