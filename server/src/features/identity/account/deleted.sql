-- What goes with an account where no foreign key leads to it.

create or replace function accounts_deleted() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from choices where chooser_id in (select id from gone) or chosen_id in (select id from gone);
  delete from likes_received where chosen_id in (select id from gone) or chooser_id in (select id from gone);
  delete from notifications where account_id in (select id from gone);

  delete from listings where account_id in (select id from gone);
  delete from stale_listings where account_id in (select id from gone);
  delete from standings where account_id in (select id from gone);
  delete from uncounted_choices where chooser_id in (select id from gone) or chosen_id in (select id from gone);

  delete from account_links where account_id in (select id from gone) or banned_id in (select id from gone);
  delete from decisions where subject_id in (select id from gone);
  delete from payment_differences where account_id in (select id from gone);
  delete from report_presence where account_id in (select id from gone);
  delete from same_pictures where account_id in (select id from gone) or other_id in (select id from gone);
  delete from second_look_readers where account_id in (select id from gone);
  update report_history set actor_id = null where actor_id in (select id from gone);
  update report_replies set author_id = null where author_id in (select id from gone);
  update reports set reporter_id = null where reporter_id in (select id from gone);
  update reports set about_id = null where about_id in (select id from gone);
  update reports set assignee_id = null where assignee_id in (select id from gone);

  update mails set account_id = null where account_id in (select id from gone);
  delete from sandbox_methods where customer in (select id from gone);
  delete from sandbox_setups where customer in (select id from gone);
  delete from sandbox_subscriptions where customer in (select id from gone);
  return null;
end $$;

create or replace trigger accounts_deleted after delete on accounts referencing old table as gone for each statement
  execute function accounts_deleted();
