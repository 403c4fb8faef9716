-- What goes with an account where no foreign key leads to it.

create or replace function accounts_deleted() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from choices where chooser_id in (select id from gone) or chosen_id in (select id from gone);
  delete from likes_received where chosen_id in (select id from gone) or chooser_id in (select id from gone);
  delete from uncounted_choices where chooser_id in (select id from gone) or chosen_id in (select id from gone);
  delete from notifications where account_id in (select id from gone);
  return null;
end $$;

create or replace trigger accounts_deleted after delete on accounts referencing old table as gone for each statement
  execute function accounts_deleted();
