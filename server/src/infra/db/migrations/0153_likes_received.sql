-- `choices` from the other side, without passes: whoever asks who likes them reads one part. Triggers keep it equal, with
-- the owner's rights. They run for each row: a pass then costs nothing, and a like less than with transition tables.
create table likes_received (
  chosen_id uuid not null,
  chooser_id uuid not null,
  action text not null check (action in ('like', 'superlike')),
  note text,
  note_on text,
  note_on_photo text,
  at timestamptz not null,
  primary key (chosen_id, chooser_id)
) partition by hash (chosen_id);
create index likes_received_latest on likes_received (chosen_id, at desc);
select split_parts('likes_received', '', 'likes_received');
select split_grant('choices', 'likes_received');

create function matching_mirror_like() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op <> 'INSERT' then
    delete from likes_received where chosen_id = old.chosen_id and chooser_id = old.chooser_id;
  end if;
  if tg_op <> 'DELETE' and new.action <> 'pass' then
    insert into likes_received (chosen_id, chooser_id, action, note, note_on, note_on_photo, at)
    values (new.chosen_id, new.chooser_id, new.action, new.note, new.note_on, new.note_on_photo, new.at);
  end if;
  return null;
end $$;
create function matching_empty_mirror() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  truncate likes_received;
  return null;
end $$;
create trigger choices_liked after insert on choices for each row when (new.action <> 'pass')
  execute function matching_mirror_like();
create trigger choices_changed after update on choices for each row
  when (old.action <> 'pass' or new.action <> 'pass') execute function matching_mirror_like();
create trigger choices_taken after delete on choices for each row when (old.action <> 'pass')
  execute function matching_mirror_like();
create trigger choices_emptied after truncate on choices for each statement execute function matching_empty_mirror();
