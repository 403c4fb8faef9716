-- Deletes rows that no foreign key ties to the account.

create or replace function accounts_deleted() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  ids uuid[] := array(select id from gone);
begin
  delete from choices where chooser_id = any(ids) or chosen_id = any(ids);
  delete from friend_choices where chooser_id = any(ids) or chosen_id = any(ids);
  delete from likes_received where chosen_id = any(ids) or chooser_id = any(ids);
  delete from uncounted_choices where chooser_id = any(ids) or chosen_id = any(ids);
  delete from notifications where account_id = any(ids);
  delete from shown_texts where author_id = any(ids) or reader_id = any(ids);
  return null;
end $$;

create or replace trigger accounts_deleted after delete on accounts referencing old table as gone for each statement
  execute function accounts_deleted();
