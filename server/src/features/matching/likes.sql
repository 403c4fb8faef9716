-- Keeps `likes_received`.

create or replace function matching_mirror_like() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from likes_received where chosen_id = old.chosen_id and chooser_id = old.chooser_id;
  end if;
  if tg_op = 'DELETE' then
    delete from unsought_likes where chosen_id = old.chosen_id and chooser_id = old.chooser_id;
  elsif new.action <> 'pass' and not exists (
    select from unsought_likes where chosen_id = new.chosen_id and chooser_id = new.chooser_id) then
    insert into likes_received (chosen_id, chooser_id, action, note, note_on, note_on_photo, at)
    values (new.chosen_id, new.chooser_id, new.action, new.note, new.note_on, new.note_on_photo, new.at);
  end if;
  return null;
end $$;

create or replace function matching_empty_mirror() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  truncate likes_received;
  return null;
end $$;

create or replace trigger choices_changed after update on choices for each row
  when (old.action <> 'pass' or new.action <> 'pass')
  execute function matching_mirror_like();

create or replace trigger choices_liked after insert on choices for each row
  when (new.action <> 'pass')
  execute function matching_mirror_like();

create or replace trigger choices_taken after delete on choices for each row
  when (old.action <> 'pass')
  execute function matching_mirror_like();

create or replace trigger choices_emptied after truncate on choices for each statement
  execute function matching_empty_mirror();
